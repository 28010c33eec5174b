"""PubTator identifiers to CURIEs, by the type of the annotation."""

import re

from bioloom_loaders.format_terms import format_terms

_KINDS = format_terms("pubtator type")
_NUMBERED = {"gene": "NCBIGene", "taxon": "NCBITaxon", "disease": "OMIM"}
_MESH = re.compile(r"[CD][0-9]{3,12}")
_CELL_LINE = re.compile(r"CVCL[_:][A-Z0-9]{4}", re.IGNORECASE)
_RS = re.compile(r"(?:dbSNP:)?rs#?:?([0-9]{1,15})", re.IGNORECASE)
_CURIE = re.compile(r"(?P<prefix>[A-Za-z][A-Za-z0-9.]{0,30}):(?P<local>[^\s:]{1,200})")
_TAXON_BEHIND = re.compile(r"\(Tax:[0-9]+\)")
_NONE = frozenset({"", "-", "-1", "None", "null"})


def identifiers(cell: str, type_: str) -> tuple[str, ...]:
    """Take the identifiers of one mention apart, without those that say that there is none.

    >>> identifiers("3172,3651, 6927", "GeneOrGeneProduct"), identifiers("-", "Disease")
    (('3172', '3651', '6927'), ())
    >>> identifiers("c|DEL|1314_1328|", "SequenceVariant")
    ('c|DEL|1314_1328|',)
    """
    parts = (cell,) if _kind(type_) == "variant" else re.split(r"[,;|]", cell)
    return tuple(dict.fromkeys(part.strip() for part in parts if part.strip() not in _NONE))


def curie_of(identifier: str, type_: str) -> str | None:
    """Give the CURIE of one identifier; None for a variant without a dbSNP number, and for an unknown form.

    >>> curie_of("D003409", "Disease"), curie_of("3630", "Gene"), curie_of("rs74805019", "SequenceVariant")
    ('MESH:D003409', 'NCBIGene:3630', 'DBSNP:rs74805019')
    >>> curie_of("CVCL_0030", "CellLine"), curie_of("c|SUB|C|714|T", "SequenceVariant")
    ('Cellosaurus:CVCL_0030', None)
    """
    kind = _kind(type_)
    if kind == "variant":
        number = _RS.search(identifier)
        return f"DBSNP:rs{number[1]}" if number else None
    bare = _TAXON_BEHIND.sub("", identifier)
    if _CELL_LINE.fullmatch(bare):
        return f"Cellosaurus:{bare.upper().replace(':', '_')}"
    if bare.isdecimal() and kind in _NUMBERED:
        return f"{_NUMBERED[kind]}:{bare}"
    if _MESH.fullmatch(bare) and kind in ("disease", "chemical"):
        return f"MESH:{bare}"
    found = _CURIE.fullmatch(bare)
    return f"{found['prefix']}:{found['local']}" if found else None


def spelled(identifier: str, type_: str) -> str:
    """Give an identifier as its CURIE, or as the name of a variant, or as it stands."""
    name = variant_name(identifier) if _kind(type_) == "variant" else identifier
    return curie_of(identifier, type_) or name


def variant_name(identifier: str) -> str:
    """Write a variant that tmVar took apart as HGVS does; what is not of that form stays as it is.

    >>> [variant_name(text) for text in ("p|SUB|V|281|M", "c|DEL|1314_1328|", "c|INS|5382|C", "p|FS|R|12||")]
    ['p.V281M', 'c.1314_1328del', 'c.5382insC', 'p.R12fs']
    """
    level, *parts = identifier.split("|")
    head = f"{level}." if level else ""
    match parts:
        case ["SUB", before, place, after, *_]:
            return f"{head}{before}{place}{after}" if level == "p" else f"{head}{place}{before}>{after}"
        case ["DEL" | "INS" | "DUP" as change, place, letters, *_]:
            return f"{head}{place}{change.lower()}{letters}"
        case ["INDEL", place, letters, *_]:
            return f"{head}{place}delins{letters}"
        case ["FS", before, place, *_]:
            return f"{head}{before}{place}fs"
        case ["Allele", letters, place, *_]:
            return f"{head}{letters}{place}" if level == "p" else f"{head}{place}{letters}"
        case _:
            return identifier


def _kind(type_: str) -> str:
    return _KINDS.get(re.sub(r"[^a-z]", "", type_.casefold()), "")
