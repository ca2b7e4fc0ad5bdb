"""User text inside a prompt: data between tags that it cannot close."""

_ELLIPSIS = "\n[…]\n"


def fenced(tag: str, text: str, *, limit: int | None = None) -> str:
    """Return `text` between `<tag>` and `</tag>`, a closing tag inside it made harmless.

    Args:
        tag: name of the fence.
        text: somebody's words.
        limit: keep at most so many characters, from both ends.
    """
    if limit is not None and len(text) > limit:
        half = (limit - len(_ELLIPSIS)) // 2
        text = text[:half] + _ELLIPSIS + text[-half:]
    harmless = text.replace(f"</{tag}", f"<\\/{tag}")
    return f"<{tag}>{harmless}</{tag}>"
