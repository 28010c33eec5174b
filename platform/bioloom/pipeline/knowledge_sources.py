"""Knowledge sources as infores CURIEs."""

import re
import unicodedata
from functools import lru_cache

_NAME = re.compile(r"[^a-z0-9]+")


@lru_cache(maxsize=4096)
def infores(text: str) -> str | None:
    """Give the infores CURIE of a source: lower case, runs of other characters become one hyphen.

    A CURIE stays as it is. None where no letter or digit is left.

    >>> infores("Monarch Initiative"), infores("infores:hetionet"), infores("string")
    ('infores:monarch-initiative', 'infores:hetionet', 'infores:string')
    >>> infores("???") is None
    True
    """
    name = text.strip()
    if name.lower().startswith("infores:"):
        name = name[len("infores:") :]
    plain = unicodedata.normalize("NFKD", name.casefold())
    kept = "".join(character for character in plain if not unicodedata.combining(character))
    slug = _NAME.sub("-", kept).strip("-") if not re.fullmatch(r"[a-z0-9._\-]+", kept) else kept
    return f"infores:{slug}" if slug else None
