"""Entity marks that some corpora left in their sentences: find the entities, remove the marks.

The sentences of GIT (GM-CIHT), and those of ChemProt in the same collection, were made by putting a space
before and after each annotated name at every occurrence; in an eighth of GIT brackets mark the roles too. So
the text shows what is to be found, until the marks are gone.
"""

import re
from collections.abc import Iterable

_ROLES = re.compile(r"\[  (?P<head>[^\[\]{}]*?)  \]|\{  (?P<tail>[^\[\]{}]*?)  \}")
_SPACES = re.compile(r"\s+")


def unpad(sentence: str, names: Iterable[str]) -> str:
    """Give a sentence as it was before these names were marked in it.

    >>> unpad("delta- endotoxins  from [  massage  ] of", ["endotoxins", "massage"])
    'delta-endotoxins from massage of'
    """
    bare = _ROLES.sub(lambda found: f" {found['head'] or found['tail']} ", f" {sentence} ")
    for name in sorted(set(names), key=len, reverse=True):
        bare = bare.replace(f" {name} ", name)
    return _SPACES.sub(" ", bare).strip()
