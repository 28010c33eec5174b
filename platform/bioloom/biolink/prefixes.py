"""CURIE prefixes of Biolink and of ``ontology/prefixes.yaml``: checks and expansion to IRIs."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import quote

from bioloom.biolink.model import model
from bioloom.errors import OntologyError
from bioloom.resources import text

if TYPE_CHECKING:
    from curies import Converter

OURS = "https://w3id.org/bioloom/"
"""Beginning of the IRIs of what has none, in RDF."""

LONGEST = 4000
"""Bytes of UTF-8 that an identifier may have; Neo4j's unique index takes little more."""

_PREFIX = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*")
_IRI = re.compile(r"(?:https?|ftp|urn|file):", re.IGNORECASE)
_KEPT = "!$&'()*+,;=:@/?#%-._~"


def curie_fault(curie: str) -> str | None:
    """Say why this cannot be the identifier of a node; None if it is of the form ``prefix:local``.

    >>> curie_fault("NCBIGene:7157") is None
    True
    >>> curie_fault("7157")
    "'7157' is not a CURIE: there is no prefix before a colon"
    """
    shown = repr(curie if len(curie) <= 80 else f"{curie[:80]}…")
    prefix, colon, local = curie.partition(":")
    if not colon:
        return f"{shown} is not a CURIE: there is no prefix before a colon"
    if _IRI.match(curie) and (local.startswith("/") or prefix.lower() == "urn"):
        return f"{shown} is an address, not a CURIE such as NCBIGene:7157"
    if not _PREFIX.fullmatch(prefix):
        return (
            f"{shown} is not a CURIE: its prefix may hold only letters, digits, dots, hyphens and underscores"
        )
    if not local:
        return f"{shown} is not a CURIE: nothing follows the prefix"
    size = len(curie) if len(curie) > LONGEST else len(curie.encode("utf-8", "surrogatepass"))
    if size > LONGEST:
        return f"{shown} is too long for an identifier: it has at most {LONGEST} bytes"
    if any(character.isspace() or not character.isprintable() for character in local):
        return f"{shown} is not a CURIE: it holds a space or an invisible character"
    return None


def expand(curie: str) -> str | None:
    """Give the IRI of a CURIE for RDF, its local part escaped; None if the prefix is not registered.

    >>> expand("UBERON:0002107"), expand("bioloom:chemical.lysis-buffer")
    ('http://purl.obolibrary.org/obo/UBERON_0002107', 'https://w3id.org/bioloom/vocab/chemical.lysis-buffer')
    """
    prefix, _, local = curie.partition(":")
    start = prefix_map().get(prefix)
    return None if start is None else start + quote(local, safe=_KEPT, errors="replace")


@lru_cache(maxsize=1)
def prefix_map() -> dict[str, str]:
    """Give every registered prefix with its IRI: Biolink's first, then ``ontology/prefixes.yaml``."""
    import yaml  # only names that are expanded need it

    known = dict(model().release.prefixes)
    own: dict[str, str] = yaml.safe_load(text("ontology", "prefixes.yaml"))
    twice = sorted(set(own) & set(known))
    if twice:
        raise OntologyError(
            f"ontology/prefixes.yaml redefines Biolink's {', '.join(twice)}; remove the lines"
        )
    return known | own


@lru_cache(maxsize=1)
def converter() -> Converter:
    """Give the same prefixes as a `curies.Converter`, for tools that take one.

    Where two prefixes share one IRI, the first by the alphabet names it.
    """
    from curies import Converter, upgrade_prefix_map

    return Converter(upgrade_prefix_map(prefix_map()))
