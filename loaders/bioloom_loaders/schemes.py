"""Annotation schemes told from the entity types that a document uses."""

import re
from collections.abc import Sequence

LINE_SCHEMES = frozenset({"wlp", "biopie"})
_TYPES = {
    "wlp": frozenset(
        "Action Amount Concentration Device Generic-Measure Location Measure-Type Mention Method Modifier"
        " Numerical Reagent Seal Size Speed Temperature Time pH".split()
    ),
    "biopie": frozenset(
        "verb part container force device method chemical concentration consumable state volume temperature"
        " time process times cell nucleic_acid biomaterial software number energy speed mass environment"
        " length data organ animal protein polymer position size plant blend".split()
    ),
}


def scheme_of(types: Sequence[str], corpus: str) -> str | None:
    """Name the scheme that most mentions of a document belong to, or else one named after the corpus.

    Without any mention there is no scheme: the document counts as not annotated.

    >>> scheme_of(["Action", "Reagent", "Misc"], "wlp_2018")
    'wlp'
    >>> scheme_of(["Protein", "Theme"], "GE 2011")
    'brat:ge-2011'
    """
    if not types:
        return None
    for scheme, known in _TYPES.items():
        if sum(name.replace("-", "_") in known or name in known for name in types) * 2 > len(types):
            return scheme
    return "brat:" + ("-".join(re.findall(r"[a-z0-9]+", corpus.lower())) or "documents")
