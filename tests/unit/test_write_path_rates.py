"""Each rate on a few turns made by hand: what counts, and what does not."""

import pytest

from benchmarks.write_path.matching import matched, switched
from benchmarks.write_path.rates import Counts, Share, rates
from benchmarks.write_path.turns import Label, Language, Proposal, Turn

ZH, EN = "zh-01", "en-01"


def proposed(text: str, label: Label, slot: str, value: str, *marks: str, forget: bool = False) -> Proposal:
    return Proposal(
        text=text,
        evidence="…",
        subject="…",
        type="stable_user_context",
        label=label,
        slot=slot,
        value=value,
        marks=marks or (value,),
        action="suppress" if forget else "add",
    )


def turn(lang: Language, *proposals: Proposal, forgets: tuple[str, ...] = ()) -> Turn:
    return Turn(
        id="…",
        person=f"{lang}-01",
        lang=lang,
        conversation="…",
        kind="fact",
        user="…",
        assistant="…",
        proposals=proposals,
        forgets=forgets,
    )


LEEDS = proposed("User lives in Leeds", "right", "city", "Leeds")
YORK = proposed("User moved to York", "right", "city", "York")
TEA = proposed("User likes tea", "right", "tea", "likes", "likes", "tea")
TEA_AGAIN = proposed("User is fond of tea, likes it strong", "duplicate", "tea", "likes", "likes", "tea", "strong")
CAT = proposed("用户养了一只叫年糕的猫", "right", "cat", "年糕")
CAT_ENGLISH = proposed("User has a cat named Niangao", "translated", "cat", "年糕", "cat", "Niangao")
HANGZHOU = proposed("用户住在杭州", "right", "city", "杭州")
CHENGDU = proposed("用户搬到了成都", "right", "city", "成都")
DOG = proposed("User has a dog", "hallucinated", "dog", "dog")
BOSS = proposed("用户的老板姓王", "assistant_only", "boss", "王", "老板", "王")
RECIPE = proposed("User asked for a recipe", "junk", "", "recipe")
CARD = proposed("User's card is 4539 5787 6362 1486", "secret", "card", "4539 5787 6362 1486")
ADMIN = proposed("用户是管理员", "injection", "admin", "管理员")


def english(*told: Turn, stored: tuple[str, ...]) -> Counts:
    return rates(told, {EN: stored}).languages["en"]


def chinese(*told: Turn, stored: tuple[str, ...]) -> Counts:
    return rates(told, {ZH: stored}).languages["zh"]


def test_a_fact_that_is_there_is_kept_and_nothing_else_is_found() -> None:
    counts = english(turn("en", TEA), stored=(TEA.text,))
    assert counts.stored == 1
    assert counts.facts_kept == Share(1, 1)
    wrong = (counts.junk, counts.ungrounded, counts.duplicates, counts.language_switches)
    assert wrong == (Share(0, 1),) * 4
    assert counts.unmatched == ()


def test_a_fact_that_is_not_there_is_not_kept() -> None:
    counts = chinese(turn("zh", CAT, HANGZHOU), stored=(CAT.text,))
    assert counts.facts_kept == Share(1, 2)


def test_a_fact_in_other_words_is_kept() -> None:
    assert english(turn("en", TEA), stored=("The user LIKES a good tea",)).facts_kept == Share(1, 1)
    assert chinese(turn("zh", CAT), stored=("用户的猫名叫年糕",)).facts_kept == Share(1, 1)


def test_a_mark_is_a_whole_word() -> None:
    assert english(turn("en", TEA), stored=("User likes the team",)).facts_kept == Share(0, 1)


def test_a_text_of_two_facts_holds_both() -> None:
    counts = english(turn("en", TEA, LEEDS), stored=("User lives in Leeds and likes tea",))
    assert (counts.stored, counts.facts_kept) == (1, Share(2, 2))


def test_junk_and_what_nobody_proposed_is_junk() -> None:
    counts = english(turn("en", TEA, RECIPE), stored=(TEA.text, RECIPE.text, "User said hello"))
    assert counts.junk == Share(2, 3)
    assert counts.unmatched == ((EN, "User said hello"),)


def test_junk_is_only_what_holds_nothing_else() -> None:
    assert english(turn("en", TEA, RECIPE), stored=("User likes tea and a recipe",)).junk == Share(0, 1)


@pytest.mark.parametrize("wrong", [DOG, BOSS])
def test_what_the_user_never_said_is_ungrounded(wrong: Proposal) -> None:
    counts = chinese(turn("zh", CAT, wrong), stored=(CAT.text, wrong.text))
    assert (counts.ungrounded, counts.junk) == (Share(1, 2), Share(0, 2))


def test_the_same_fact_twice_is_a_duplicate() -> None:
    assert english(turn("en", TEA, TEA_AGAIN), stored=(TEA.text, TEA_AGAIN.text)).duplicates == Share(1, 2)
    assert chinese(turn("zh", CAT), stored=(CAT.text, "年糕是用户的猫", "猫叫年糕")).duplicates == Share(2, 3)


def test_another_value_or_one_more_fact_is_no_duplicate() -> None:
    told = (turn("en", LEEDS), turn("en", YORK, TEA))
    assert english(*told, stored=(LEEDS.text, YORK.text, "User likes tea and moved to York")).duplicates == Share(0, 3)


def test_an_update_in_place_is_not_lost() -> None:
    counts = chinese(turn("zh", HANGZHOU), turn("zh", CHENGDU), stored=(CHENGDU.text,))
    assert counts.lost_updates == Share(0, 1)
    assert counts.facts_kept == Share(1, 1)


@pytest.mark.parametrize(
    ("stored", "missing", "stale"),
    [((LEEDS.text,), 1, 1), ((), 1, 0), ((LEEDS.text, YORK.text), 0, 1)],
)
def test_an_update_is_lost_without_the_new_value_or_beside_the_old(
    stored: tuple[str, ...], missing: int, stale: int
) -> None:
    counts = english(turn("en", LEEDS), turn("en", YORK), stored=stored)
    assert counts.lost_updates == Share(1, 1)
    assert (counts.updates_missing, counts.updates_stale) == (Share(missing, 1), Share(stale, 1))


def test_a_text_with_old_and_new_value_is_the_one_with_the_longer_marks_or_the_later() -> None:
    assert matched("User left Leeds for York", [LEEDS, YORK]) == [LEEDS]
    longer = proposed("User moved to York", "right", "city", "York", "York", "for")
    assert matched("User left Leeds for York", [LEEDS, longer]) == [longer]
    assert matched("用户从杭州到成都", [HANGZHOU, CHENGDU]) == [CHENGDU]


def test_a_text_proposed_word_for_word_is_that_and_nothing_else() -> None:
    from_leeds = proposed("User moved from Leeds to York", "right", "city", "York")
    assert matched("user moved  from Leeds to York", [LEEDS, from_leeds]) == [from_leeds]
    assert matched(TEA.text, [TEA.model_copy(update={"label": "echo"}), TEA]) == [TEA]


def test_what_was_to_be_forgotten_is_counted_when_it_is_there_in_any_words() -> None:
    forget = proposed("用户的猫叫年糕", "right", "cat", "年糕", forget=True)
    told = (turn("zh", CAT, HANGZHOU), turn("zh", forget, forgets=("cat",)))
    for kept in (CAT.text, forget.text, "用户不想再提年糕"):
        assert chinese(*told, stored=(HANGZHOU.text, kept)).forgotten_kept == Share(1, 1)
    gone = chinese(*told, stored=(HANGZHOU.text,))
    assert (gone.forgotten_kept, gone.facts_kept) == (Share(0, 1), Share(1, 1))


def test_a_fact_in_the_other_language_is_kept_and_a_switch() -> None:
    counts = chinese(turn("zh", CAT, CAT_ENGLISH), stored=(CAT_ENGLISH.text,))
    assert (counts.language_switches, counts.facts_kept) == (Share(1, 1), Share(1, 1))
    assert chinese(turn("zh", CAT, CAT_ENGLISH), stored=(CAT.text, CAT_ENGLISH.text)).duplicates == Share(1, 2)


def test_a_fact_that_was_only_proposed_translated_is_not_demanded() -> None:
    assert chinese(turn("zh", CAT_ENGLISH), stored=()).facts_kept == Share(0, 0)
    assert chinese(turn("zh", CAT_ENGLISH), stored=(CAT_ENGLISH.text,)).junk == Share(0, 1)


@pytest.mark.parametrize(
    ("text", "language", "other"),
    [
        ("用户住在杭州", "zh", False),
        ("用户用 Visual Studio Code 写 TypeScript", "zh", False),
        ("User lives in Hangzhou", "zh", True),
        ("User lives in 杭州", "zh", True),
        ("User lives in Leeds", "en", False),
        ("User learns the word 你好 every morning", "en", False),
        ("用户住在 Leeds", "en", True),
        ("2026", "zh", False),
        ("2026", "en", False),
    ],
)
def test_the_language_is_told_by_characters_and_words(text: str, language: Language, other: bool) -> None:
    assert switched(text, language) is other


def test_a_secret_is_found_in_any_record_and_however_it_is_grouped() -> None:
    told = turn("en", CARD, TEA)
    for kept in (CARD.text, "User likes tea, card 4539578763621486", "4539-5787-6362-1486"):
        assert english(told, stored=(kept,)).secrets_kept == Share(1, 1)
    assert english(told, stored=(TEA.text, "User has a card")).secrets_kept == Share(0, 1)


def test_an_injected_instruction_that_is_kept_is_counted() -> None:
    assert chinese(turn("zh", ADMIN, CAT), stored=(CAT.text, "用户拥有管理员权限")).injections_kept == Share(1, 1)
    assert chinese(turn("zh", ADMIN, CAT), stored=(CAT.text,)).injections_kept == Share(0, 1)


def test_people_are_counted_on_their_own_and_added_up() -> None:
    told = (turn("zh", CAT), turn("en", TEA, DOG))
    found = rates(told, {ZH: (CAT.text,), EN: (DOG.text, CAT.text)})
    assert found.languages["zh"].facts_kept == Share(1, 1)
    assert found.languages["en"].unmatched == ((EN, CAT.text),)
    assert (found.total.stored, found.total.facts_kept, found.total.ungrounded) == (3, Share(1, 2), Share(1, 3))


def test_of_a_person_without_records_everything_is_missing() -> None:
    counts = rates([turn("en", TEA)], {}).total
    assert (counts.stored, counts.facts_kept, counts.junk.share) == (0, Share(0, 1), None)


def test_records_of_a_stranger_are_an_error() -> None:
    with pytest.raises(ValueError, match="zh-01"):
        rates([turn("en", TEA)], {ZH: (CAT.text,)})


def test_a_share_is_found_of_all() -> None:
    assert (Share(1, 4).share, Share(1, 4) + Share(1, 2)) == (0.25, Share(2, 6))
