"""Measure everything, beside what people would use instead: `make bench`.

Each part is a process of its own, so that none is warmed or burdened by another, and one that fails leaves the others.
Writes results, plots and pages to `benchmarks/results`.
"""

import argparse
import subprocess
import sys
from time import perf_counter

from benchmarks.reporting import page, plots
from benchmarks.reporting.parts import PARTS


def main() -> int:
    """Run the parts; return how many missed a goal or failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    names = [part.name for part in PARTS if part.alone]
    parser.add_argument("--only", nargs="+", choices=names, default=names, help="these parts")
    parser.add_argument("--pages", action="store_true", help="only draw and write again what was saved")
    arguments = parser.parse_args()
    failed = 0
    for part in PARTS if not arguments.pages else ():
        if part.name in arguments.only:
            started = perf_counter()
            print(f"== {part.title[0]} ({part.name})", flush=True)
            failed += bool(subprocess.run((sys.executable, "-m", part.module), check=False).returncode)
            print(f"   {perf_counter() - started:.0f} s", flush=True)
    plots.draw()
    page.write()
    return failed


if __name__ == "__main__":
    sys.exit(main())
