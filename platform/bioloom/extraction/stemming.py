"""The stem of a word, enough to tell that `elution` and `elute` name one action."""

_SUFFIXES = ("ations", "ation", "ating", "ated", "ates", "ate", "ions", "ion", "ing", "ed", "es", "e", "s")
_SHORTEST = 3


def stem(word: str) -> str:
    """Cut one ending off a word.

    >>> {stem(word) for word in ("Centrifuge", "centrifuged", "centrifugation")}
    {'centrifug'}
    """
    word = word.casefold()
    for suffix in _SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= _SHORTEST:
            return word[: -len(suffix)]
    return word
