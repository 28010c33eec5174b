"""Curies as IRIs, by the prefixes of the pinned Biolink release and bioloom's own."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from urllib.parse import quote

from bioloom.biolink import model

OURS = "https://w3id.org/bioloom/"
_OWN: Mapping[str, str] = {"bioloom": f"{OURS}vocab/", "biopie": f"{OURS}biopie/"}
_FORBIDDEN = re.compile(r"[\x00-\x20<>\"{}|^`\\\x7f-\x9f\ud800-\udfff]")
_ADDRESS = re.compile(r"https?://\S+", re.IGNORECASE)
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_ESCAPED = re.compile(r'["\\\x00-\x1f\x7f]')


def expand(curie: str) -> str | None:
    """Expand a curie or pass an address through; None where the prefix is not known.

    >>> expand("MONDO:0005148"), expand("aspirin")
    ('http://purl.obolibrary.org/obo/MONDO_0005148', None)
    """
    if _ADDRESS.fullmatch(curie):
        return _safe(curie)
    prefix, sign, local = curie.partition(":")
    if not sign or not local:
        return None
    base = _bases().get(prefix)
    return None if base is None else base + _safe(local)


@lru_cache(maxsize=100_000)
def node_iri(identifier: str) -> str:
    """Give every node an IRI: its curie's, or one of ours that keeps the whole identifier.

    >>> node_iri("wlp:protocol_1#T3")
    'https://w3id.org/bioloom/node/wlp:protocol_1%23T3'
    """
    return expand(identifier) or f"{OURS}node/{quote(identifier, safe=':')}"


def claim_iri(identifier: str) -> str:
    """Give a claim its IRI, from the hash that is its id."""
    return f"{OURS}assertion/{quote(identifier, safe=':')}"


def iri(address: str) -> str:
    """Write an IRI as N-Triples and Turtle do."""
    return f"<{address}>"


def literal(value: str | int | float | bool) -> str:
    """Write a literal as N-Triples and Turtle do, in one line.

    >>> literal('4 °C "cold"'), literal(True)
    ('"4 °C \\\\"cold\\\\""', '"true"^^<http://www.w3.org/2001/XMLSchema#boolean>')
    """
    if isinstance(value, str):
        return '"' + _ESCAPED.sub(lambda sign: _ESCAPES.get(sign[0], f"\\u{ord(sign[0]):04X}"), value) + '"'
    if isinstance(value, bool):
        return _typed("true" if value else "false", "boolean")
    return _typed(repr(value), "integer" if isinstance(value, int) else "double")


def _typed(text: str, name: str) -> str:
    return f'"{text}"^^<http://www.w3.org/2001/XMLSchema#{name}>'


def _safe(text: str) -> str:
    return _FORBIDDEN.sub(lambda sign: quote(sign[0], safe="", errors="replace"), text)


@cache
def _bases() -> Mapping[str, str]:
    """Read the address that stands for each prefix."""
    return {**model().release.prefixes, **_OWN}
