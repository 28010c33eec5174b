"""English inflections: other forms of a word, and its stem."""

_ENDINGS = ("ing", "ed", "es", "s")
_IRREGULAR = {
    "leaves": "leaf",
    "halves": "half",
    "mice": "mouse",
    "bacteria": "bacteri",
    "bacterium": "bacteri",
    "bound": "bind",
}
"""Irregular inflections, and nouns whose plural would be stemmed to a verb (leaves of a plant: leave)."""

_PREFIXES = ("re", "over", "under", "out", "mis", "pre", "up", "with")
_OF_VERBS = {
    "broke": "break",
    "broken": "break",
    "built": "build",
    "chosen": "choose",
    "drawn": "draw",
    "drew": "draw",
    "fed": "feed",
    "froze": "freeze",
    "frozen": "freeze",
    "grew": "grow",
    "grown": "grow",
    "heard": "hear",
    "held": "hold",
    "ran": "run",
    "shaken": "shake",
    "shook": "shake",
    "shot": "shoot",
    "spun": "spin",
    "taken": "take",
    "took": "take",
    "written": "write",
    "wrote": "write",
}
"""Irregular forms of verbs, looked for behind a prefix: "refrozen", "overshot"."""


def forms_of(term: str) -> tuple[str, ...]:
    """List other inflections of an English word, most of them real; empty for numbers and short words.

    >>> forms_of("stained")
    ('stain', 'staine', 'staines', 'staining', 'stains')
    """
    if len(term) < 4 or not (term.isascii() and term.isalpha()):
        return ()
    stems = {term, _regular(term)}
    for ending in _ENDINGS:
        stem = term.removesuffix(ending)
        if stem != term and len(stem) >= 3:
            stems |= {stem, stem + "e"}
            if len(stem) > 3 and stem[-1] == stem[-2]:
                stems.add(stem[:-1])
            break
    made = set(stems)
    for stem in stems:
        if stem.endswith("e"):
            made |= {stem + "s", stem + "d", stem[:-1] + "ing"}
        elif not stem.endswith(_ENDINGS):
            made |= {stem + "s", stem + "ed", stem + "ing"}
    return tuple(sorted(made - {term}))


def stem(term: str) -> str:
    """Cut an English inflection off a word, so that it can be compared by its beginning.

    >>> [stem(word) for word in ("treats", "causes", "associated", "binding", "gas")]
    ['treat', 'caus', 'associat', 'bind', 'gas']
    >>> stem("refrozen") == stem("refreezing"), stem("respun") == stem("respin")
    (True, True)
    """
    if term in _IRREGULAR:
        return _IRREGULAR[term]
    term = _regular(term)
    for ending in ("ings", *_ENDINGS, "e"):
        cut = term.removesuffix(ending)
        if cut != term and len(cut) >= 4:
            return cut
    return term


def _regular(term: str) -> str:
    """Give the verb of an irregular form with a prefix; another word as it is."""
    for prefix in _PREFIXES:
        if term.startswith(prefix) and (verb := _OF_VERBS.get(term[len(prefix) :])):
            return prefix + verb
    return term
