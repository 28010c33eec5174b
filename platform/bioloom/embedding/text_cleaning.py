"""Texts as a tokenizer can take them: no half characters, no book where a phrase is wanted."""


def encodable(text: str, longest: int) -> str:
    """Cut a text to a number of characters and replace what is not Unicode text.

    >>> encodable("binds" + chr(0xD800) + " to", 7)
    'binds? '
    """
    return text[:longest].encode("utf-8", "replace").decode("utf-8")
