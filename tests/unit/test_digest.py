"""Long tool output and images shrink by code alone."""

import pytest
from langchain_core.messages import ToolMessage

from memory.thread.digest import digest, shortened


def test_short_output_stays_as_it_is() -> None:
    assert digest(ToolMessage("北京：晴，25 度", tool_call_id="c1"), 100).content == "北京：晴，25 度"


@pytest.mark.parametrize("limit", [200, 1_000])
def test_long_output_keeps_its_beginning_and_end(limit: int) -> None:
    text = str(digest(ToolMessage("开头" + "中" * 5_000 + "结尾", tool_call_id="c1"), limit).content)
    assert len(text) <= limit
    assert text.startswith("开头")
    assert text.endswith("结尾")
    assert "characters left out" in text


def test_images_and_encoded_data_become_markers() -> None:
    """Case B60."""
    data = "iVBORw0KGgo" * 2_000
    content: list[str | dict[str, object]] = [
        {"type": "text", "text": f"图 data:image/png;base64,{data} 完"},
        {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{data}"}},
        {"type": "text", "text": data},
    ]
    text = str(digest(ToolMessage(content, tool_call_id="c1", artifact=data), 8_000).content)
    assert text == "图 [image] 完\n[image]\n[data]"


def test_an_artifact_is_not_kept() -> None:
    assert digest(ToolMessage("x", tool_call_id="c1", artifact=b"\x00" * 10), 100).artifact is None


def test_long_paths_and_identifiers_are_no_encoded_data() -> None:
    text = "/usr/lib/python3/dist-packages/" + "very_long_name_" * 20
    assert digest(ToolMessage(text, tool_call_id="c1"), 8_000).content == text


@pytest.mark.parametrize("limit", [1, 10, 50])
def test_even_a_tiny_limit_holds(limit: int) -> None:
    assert len(shortened("长" * 1_000, limit)) <= limit
