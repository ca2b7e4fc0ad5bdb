"""What is declared about the project is true of its files."""

import tomllib

from tests.server.process import PROJECT


def test_every_package_is_declared() -> None:
    """A flat layout is not discovered; a package that is forgotten is missing from the image only."""
    declared = tomllib.loads((PROJECT / "pyproject.toml").read_text())["tool"]["setuptools"]["packages"]
    found = [
        ".".join(path.parent.relative_to(PROJECT).parts)
        for top in ("graphs", "memory", "prompts")
        for path in (PROJECT / top).rglob("__init__.py")
    ]
    assert sorted(declared) == sorted(found)


def test_rules_import_neither_graphs_nor_the_outside_world() -> None:
    forbidden = ("import graphs", "from graphs", "memory.platform", "langgraph", "os.environ", "httpx", "openai")
    for folder in ("memory/thread", "memory/user", "prompts"):
        for path in (PROJECT / folder).rglob("*.py"):
            code = path.read_text(encoding="utf-8")
            assert not [word for word in forbidden if word in code.replace("bpe_openai", "")], path


def test_prompts_import_nothing_of_the_memory() -> None:
    for path in (PROJECT / "prompts").rglob("*.py"):
        assert "from memory" not in path.read_text(encoding="utf-8"), path


def test_lock_files_carry_hashes_and_no_addresses() -> None:
    for path in PROJECT.glob("requirements*.lock"):
        text = path.read_text()
        assert "://" not in text
        assert "--index-url" not in text
        assert text.count("==") <= text.count("--hash=sha256:")


def test_both_readmes_say_the_same_things() -> None:
    english, chinese = ((PROJECT / name).read_text(encoding="utf-8") for name in ("README.md", "README.zh-CN.md"))
    for marked in ("AI_MIND_", "OPENAI_", "`make ", "GET /", "_failed`"):
        assert english.count(marked) == chinese.count(marked), marked
    assert english.count("\n## ") == chinese.count("\n## ")
    assert english.count("\n|") == chinese.count("\n|")
