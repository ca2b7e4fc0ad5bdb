"""The write path on labelled lines of both languages, written by somebody who knew none of the rules."""

import pytest

from tests.labelled.write_path import detected, passes, related, resolved, rows, share, stored, wished

LANGUAGES = ["zh", "en"]


def test_every_detector_line_has_its_exact_outcome() -> None:
    lines = rows("detectors")
    assert len(lines) >= 400
    assert [row["text"] for row in lines if detected(row) != (row["expect"] == "block")] == []


def test_every_candidate_has_its_outcome() -> None:
    turns = rows("evidence")
    assert len(turns) >= 150
    wrong = [(row["kind"], row["user"], row["candidate"]["text"]) for row in turns]
    wrong = [w for w, row in zip(wrong, turns, strict=True) if stored(row) != (row["expect"] == "stored")]
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_gate_stops_what_holds_nothing_and_lets_the_rest_pass(language: str) -> None:
    turns = rows("gate", lang=language)
    assert len(turns) >= 100
    holding = [passes(row) for row in turns if row["holds"]]
    assert sum(holding) / len(holding) >= 0.98
    idle = [passes(row) for row in turns if not row["holds"]]
    assert 1 - sum(idle) / len(idle) >= 0.7


def test_what_is_expressly_asked_is_understood() -> None:
    asked = [row for row in rows("gate") if row["explicit"]]
    assert sum(wished(row) == row["explicit"] for row in asked) / len(asked) >= 0.95
    imagined = [row["user"] for row in rows("gate") if not row["holds"] and not row["explicit"] and wished(row)]
    assert imagined == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_meaning_is_one_memory_and_nothing_else_is_merged(language: str) -> None:
    found = resolved(lang=language)
    assert found["pairs"] >= 200
    assert found["false merges"] == 0
    assert found["updates imagined"] == 0
    assert found["duplicates left"] / found["pairs"] <= 0.02
    assert found["updates lost"] / found["pairs"] <= 0.02


def test_at_most_one_pair_in_a_hundred_leaves_a_duplicate() -> None:
    found = resolved()
    assert found["duplicates left"] / found["pairs"] <= 0.01


def test_chains_do_not_collapse() -> None:
    """A says the same as B, and B nearly the same as C, but A is not C."""
    chained = [row for row in rows("resolution") if row.get("chain")]
    assert len({row["chain"] for row in chained}) >= 8
    assert [row for row in chained if row["relation"] != "same" and related(row) == "same"] == []


@pytest.mark.parametrize("name", ["detectors", "gate", "evidence", "resolution"])
def test_both_languages_do_equally_well(name: str) -> None:
    (zh, all_zh), (en, all_en) = share(name, lang="zh"), share(name, lang="en")  # type: ignore[arg-type]
    assert abs(zh / all_zh - en / all_en) <= 0.05
