"""How well the rules of ThreadState do on labelled sentences, in both languages; the README says the figures.

The sentences were written by somebody who knew none of the rules. All of them were looked at since.
"""

import pytest

from tests.labelled.wording import facts_kept, numbers_only, of_constraints, of_label, vague


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("label", ["pin", "unpin"])
def test_pins_and_unpins_are_understood_and_hardly_ever_imagined(label: str, language: str) -> None:
    right, found, labelled = of_label(label, lang=language)
    assert right / found >= 0.97
    assert right / labelled >= 0.9


@pytest.mark.parametrize("language", ["zh", "en"])
def test_constraints_are_found_and_hardly_ever_imagined(language: str) -> None:
    right, found, labelled = of_constraints(lang=language)
    assert right / found >= 0.95
    assert right / labelled >= 0.95


def test_facts_that_a_summary_lost_are_kept() -> None:
    kept, labelled = facts_kept(vague)
    assert kept / labelled >= 0.98
    kept, labelled = facts_kept(numbers_only)
    assert kept / labelled >= 0.9
