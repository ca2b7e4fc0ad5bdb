"""Pages of a list: together they are the list, whatever its length and the size of a page."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.errors import InputError
from memory.platform.web.memory_dto import Edit, Filter, Memory, paged
from scripts.labelled import labelled_memory

START = datetime(2026, 12, 1, tzinfo=UTC)


@given(st.lists(st.integers(0, 5), max_size=30), st.integers(1, 7))
def test_pages_are_the_list_once_each_and_newest_first(hours: list[int], limit: int) -> None:
    memories = [
        labelled_memory(id=f"m{n}", text=f"t{n}").model_copy(update={"updated_at": START + timedelta(hours=hour)})
        for n, hour in enumerate(hours)
    ]
    seen, after = list[str](), None
    while True:
        page = paged(memories, Filter(limit=limit, after=after))
        assert len(page.items) <= limit
        seen += [item.id for item in page.items]
        after = page.next
        if after is None:
            break
    assert sorted(seen) == sorted(memory.id for memory in memories)
    times = {memory.id: memory.updated_at for memory in memories}
    assert [times[id] for id in seen] == sorted(times.values(), reverse=True)


@pytest.mark.parametrize("after", ["", "nonsense", "W10=", "bnVsbA==", "桃"])
def test_what_is_no_next_is_refused(after: str) -> None:
    with pytest.raises(InputError, match=r"^after: "):
        paged([], Filter(after=after))


@pytest.mark.parametrize(("q", "found"), [("", 2), ("桃", 1), ("ＰＥＡＣＨ", 1), ("臺灣", 1), ("plum", 0)])
def test_words_are_looked_for_in_text_and_tags_whatever_their_script(q: str, found: int) -> None:
    memories = [
        labelled_memory(id="a", text="我喜欢吃桃子", tags=["Peach"]),
        labelled_memory(id="b", text="我住在台湾"),
    ]
    assert len(paged(memories, Filter(q=q)).items) == found


def test_no_machinery_is_shown() -> None:
    shown = Memory.of(labelled_memory(id="a", text="我喜欢吃桃子")).model_dump()
    assert not {"search_text", "local_vector", "stable_key", "index_version", "confident"} & set(shown)


def test_an_edit_holds_nothing_that_no_store_takes() -> None:
    assert Edit(text="a\x00b", tags=["c\x00d"]).model_dump() == {"text": "ab", "tags": ["cd"]}
