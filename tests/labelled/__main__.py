"""Print precision and recall of the embedded model's extraction, a split at a time."""

import asyncio

from memory.platform.services import embedded, models
from tests.labelled.measure import measure, rows


async def main() -> None:
    model = await models.get("extraction")
    for split in ("dev", "test", "fresh"):
        for language in ("zh", "en"):
            labelled = [row for row in rows(split) if row["lang"] == language]
            print((await measure(model, labelled)).report(f"{split} {language}"), flush=True)
    embedded.stop()


if __name__ == "__main__":
    asyncio.run(main())
