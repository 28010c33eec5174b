"""Reading versions: a number for each format that is raised when its loader gives other records than before.

A graph keeps the number with each load. After an upgrade that raised it, the next load of a source reads it
again and withdraws what the source is no longer taken to say. A test compares what the samples of each loader
give with what they gave (tests/data/readings.tsv) and tells when a number is due; a changed comment is none.
"""

from collections.abc import Iterable, Mapping

READINGS: Mapping[str, int] = {
    "abstracts": 2,
    "bioc": 1,
    "biored": 1,
    "brat": 1,
    "chemprot": 1,
    "ddi": 1,
    "disease-xrefs": 1,
    "docx": 1,
    "drug-targets": 1,
    "git": 1,
    "hetionet": 1,
    "jats": 1,
    "kgx": 1,
    "medline": 1,
    "names": 1,
    "obo": 1,
    "pdf": 1,
    "protocols": 2,
    "protocolsio": 1,
    "pubmed": 1,
    "pubtator": 1,
    "quadruples": 1,
    "rdf": 1,
    "repurposing-hub": 2,
    "squad": 1,
    "sssom": 1,
    "text": 2,
}

_PROTOCOLS = ("biopie", "wlp", "units", "protocol", "layout")
TABLES: Mapping[str, tuple[str, ...]] = {
    "bioc": ("biopie", "wlp", "biored", "chemprot"),
    "biored": ("biored", "chemprot"),
    "brat": _PROTOCOLS,
    "chemprot": ("chemprot",),
    "ddi": ("ddi", "chemprot"),
    "docx": ("layout",),
    "drug-targets": ("drugaction",),
    "git": ("git", "semmeddb", "chemprot"),
    "hetionet": ("hetionet",),
    "jats": ("layout",),
    "pdf": ("layout",),
    "protocols": ("layout",),
    "protocolsio": ("layout",),
    "pubtator": ("biored", "chemprot"),
    "quadruples": ("relate",),
    "repurposing-hub": ("drugaction",),
    "text": ("layout",),
}
"""Folders of ontology/ with the tables that decide what becomes of the records of a format."""


def version_of(formats: Iterable[str]) -> int:
    """Give the version of a loader that reads these formats; it grows with that of each.

    >>> version_of(["medline", "pdf"])
    2
    """
    return sum(READINGS[name] for name in {*formats})


def tables_of(formats: Iterable[str]) -> tuple[str, ...]:
    """Give the folders of tables of a loader that reads these formats."""
    return tuple(sorted({"biolink", *(table for name in formats for table in TABLES.get(name, ()))}))
