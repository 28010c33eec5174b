"""Stemmers: the stem of a word, and a shorter prefix that verbs and nouns of one root share."""

_SUFFIXES = ("ations", "ation", "ating", "ated", "ates", "ate", "ions", "ion", "ing", "ed", "es", "e", "s")
_SHORTEST = 3

_PREFIX_SUFFIXES = (
    *("ations", "ation", "itory", "itors", "itor", "ition", "ators", "ator", "ating", "ated", "ates", "ate"),
    *("ments", "ment", "ions", "ion", "ors", "ive", "ing", "its", "it", "ity", "ers", "er", "or", "es", "ed"),
    *("s", "e"),
)
_SHORTEST_PREFIX, _LONGEST_PREFIX = 4, 7


def stem(word: str) -> str:
    """Cut one ending off a word, so that `elution` and `elute` name one action.

    >>> {stem(word) for word in ("Centrifuge", "centrifuged", "centrifugation")}
    {'centrifug'}
    """
    word = word.casefold()
    return _without_ending(word, _SUFFIXES, _SHORTEST)


def stem_prefix(word: str) -> str:
    """Cut a word to the prefix that its verb and nouns share, roughly: at most seven letters.

    >>> [stem_prefix(word) for word in ("inhibits", "binding", "interaction", "activation")]
    ['inhib', 'bind', 'interac', 'activ']
    """
    return _without_ending(word, _PREFIX_SUFFIXES, _SHORTEST_PREFIX)[:_LONGEST_PREFIX]


def _without_ending(word: str, endings: tuple[str, ...], shortest: int) -> str:
    for ending in endings:
        if word.endswith(ending) and len(word) - len(ending) >= shortest:
            return word[: -len(ending)]
    return word
