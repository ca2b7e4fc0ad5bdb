"""Assembling the embedded model's file: whole and checked, or not there."""

import hashlib
import subprocess
from pathlib import Path

import pytest

from memory.errors import SettingsError
from memory.platform.models.local_model import FILE_NAME, assemble, model_file
from memory.platform.settings import Settings

CONTENT = [b"one" * 1000, b"two" * 1000, b"three"]
SHA256 = hashlib.sha256(b"".join(CONTENT)).hexdigest()


@pytest.fixture
def parts(tmp_path: Path) -> list[Path]:
    paths = [tmp_path / f"part{number}" for number in range(3)]
    for path, content in zip(paths, CONTENT, strict=True):
        path.write_bytes(content)
    return paths


def test_the_parts_become_one_file_and_progress_is_told(parts: list[Path], tmp_path: Path) -> None:
    target, told = tmp_path / "cache" / FILE_NAME, list[tuple[int, int]]()
    assemble(parts, target, sha256=SHA256, progress=lambda done, total: told.append((done, total)))
    assert target.read_bytes() == b"".join(CONTENT)
    assert told[-1] == (6005, 6005)
    assert list(target.parent.iterdir()) == [target]


def test_a_wrong_checksum_leaves_nothing(parts: list[Path], tmp_path: Path) -> None:
    target = tmp_path / "cache" / FILE_NAME
    parts[1].write_bytes(b"damaged")
    with pytest.raises(SettingsError, match="checksum"):
        assemble(parts, target, sha256=SHA256)
    assert list(target.parent.iterdir()) == []


def test_an_interrupted_assembly_leaves_nothing_and_can_be_done_again(parts: list[Path], tmp_path: Path) -> None:
    target = tmp_path / "cache" / FILE_NAME

    def interrupt(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        assemble(parts, target, sha256=SHA256, progress=interrupt)
    assert list(target.parent.iterdir()) == []
    assemble(parts, target, sha256=SHA256)
    assert target.exists()


def test_what_a_killed_assembly_left_behind_is_removed(parts: list[Path], tmp_path: Path) -> None:
    target = tmp_path / "cache" / FILE_NAME
    target.parent.mkdir()
    dead = subprocess.Popen(["true"])
    dead.wait()
    abandoned = target.with_name(f"{FILE_NAME}.{dead.pid}.part")
    abandoned.write_bytes(b"half")
    assemble(parts, target, sha256=SHA256)
    assert list(target.parent.iterdir()) == [target]


def test_no_room_is_one_clear_line(parts: list[Path], tmp_path: Path) -> None:
    (tmp_path / "cache").mkdir()
    parts[2].unlink()
    parts[2].mkdir()  # reading it fails as a full or broken disk would
    with pytest.raises(SettingsError, match="could not be assembled"):
        assemble(parts, tmp_path / "cache" / FILE_NAME, sha256=SHA256)


def test_which_file_is_served(tmp_path: Path) -> None:
    empty = Settings(_env_file=None, cache_dir=tmp_path)
    assert model_file(empty) is None
    (tmp_path / FILE_NAME).write_bytes(b"x")
    assert model_file(empty) == tmp_path / FILE_NAME
    own = tmp_path / "own.gguf"
    chosen = empty.model_copy(update={"local_model": own})
    with pytest.raises(SettingsError, match="AI_MIND_LOCAL_MODEL"):
        model_file(chosen)
    own.write_bytes(b"x")
    assert model_file(chosen) == own
