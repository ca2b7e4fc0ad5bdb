"""The calibration files beside this module, one an embedding model; `make calibrate` writes them."""

import re
from pathlib import Path

from pydantic import ValidationError

from memory.errors import SettingsError
from memory.recall.calibration import Calibration

FOLDER = Path(__file__).parent / "calibrations"


def path_of(model: str) -> Path:
    """Return where the calibration of `model` stands."""
    return FOLDER / (re.sub(r"[^a-z0-9.]+", "-", model.casefold()).strip("-") + ".json")


def load(model: str, dimensions: int) -> Calibration:
    """Return the calibration of an embedding model.

    Raises:
        SettingsError: there is none, it cannot be read, or it is of other dimensions.
    """
    path = path_of(model)
    try:
        found = Calibration.model_validate_json(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise SettingsError(
            f"AI_MIND_EMBEDDING_MODEL: {model!r} has not been calibrated. Run `make calibrate` once; it embeds "
            "some 700 short texts."
        ) from None
    except ValidationError:
        raise SettingsError(f"{path}: is no calibration file. Run `make calibrate` again.") from None
    if found.dimensions != dimensions:
        raise SettingsError(
            f"AI_MIND_EMBEDDING_DIMENSIONS: is {dimensions}, but {model!r} was calibrated with {found.dimensions}."
        )
    return found
