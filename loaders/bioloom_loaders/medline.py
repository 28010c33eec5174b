"""MEDLINE's text format, which PubMed saves and reference managers read: a tag and a value a line."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from bioloom.records import AnnotatedDocument, Place, Reject, SourceRecord, Value
from bioloom_loaders.annotations import LONGEST_NAME, reject_line
from bioloom_loaders.document_catalogue import Catalogue, DocumentLoader, Readers
from bioloom_loaders.publications import finish_publication
from bioloom_loaders.pubmed import RETRACTED
from bioloom_loaders.text_composer import Composer, one_line
from bioloom_loaders.text_lines import open_bytes, read_lines, shown

_FIELD = re.compile(r"(?P<tag>[A-Z]{2,4}) {0,2}- ?(?P<value>.*)", re.DOTALL)
_FURTHER = re.compile(r" {2,}(?P<value>\S.*)", re.DOTALL)
_DOI = re.compile(r"(\S+)\s*\[doi\]")
_YEAR = re.compile(r"[12][0-9]{3}")
_LONGEST_FIELD = 1_000_000

_Fields = Mapping[str, Sequence[str]]


def read_medline(path: Path, catalogue: Catalogue) -> Iterator[SourceRecord]:
    """Read the publications of one file; each begins with its PMID and ends with an empty line."""
    fields: dict[str, list[str]] | None = None
    begun = Place(shown(path))
    tag = ""
    last = -1
    with open_bytes(path) as opened:
        for line in read_lines(opened, shown(path), longest=_LONGEST_FIELD):
            number = line.place.line or 0
            is_apart, last = number > last + 1, number
            if isinstance(line, Reject):
                yield line
                continue
            found = _FIELD.fullmatch(line.text)
            further = _FURTHER.fullmatch(line.text)
            begins = found is not None and found["tag"] == "PMID"
            if fields is not None and (is_apart or begins):
                yield _document(path, fields, begun, catalogue)
                fields = None
            if begins:
                fields, begun = defaultdict(list), line.place
            if further is not None and fields is not None:
                fields[tag][-1] += f" {further['value']}"
            elif found is not None and fields is not None:
                tag = found["tag"]
                fields[tag].append(found["value"])
            elif is_apart or fields is not None:
                message = "this is no field of MEDLINE's, which has a tag, a hyphen and a value"
                if fields is None:
                    message = "a publication begins with PMID-; this one does not, and is left out"
                yield reject_line("BAD_LINE", message, line)
    if fields is not None:
        yield _document(path, fields, begun, catalogue)


def _document(path: Path, fields: _Fields, place: Place, catalogue: Catalogue) -> AnnotatedDocument | Reject:
    name = _first(fields, "PMID")[:LONGEST_NAME]
    composer = Composer()
    composer.entitle(_first(fields, "TI", "BTI", "TT"))
    for abstract in fields.get("AB", ()):
        composer.line(abstract)
    composer.leave_out("OTHER_ABSTRACT", len(fields.get("OAB", ())))
    composer.leave_out("NO_ABSTRACT", "AB" not in fields)
    if not name:
        return Reject("MISSING_FIELD", "extract", "the publication has an empty PMID", place)
    return finish_publication(catalogue, path, composer, name, place, _properties(fields))


def _properties(fields: _Fields) -> dict[str, Value]:
    doi = next(
        (found[1] for tag in ("AID", "LID") for text in fields.get(tag, ()) if (found := _DOI.match(text))),
        "",
    )
    year = _YEAR.search(_first(fields, "DP"))
    kinds = _all(fields, "PT")
    stated: dict[str, Value | None] = {
        "doi": one_line(doi),
        "pmcid": _first(fields, "PMC"),
        "journal": _first(fields, "JT", "TA"),
        "year": int(year[0]) if year else None,
        "authors": _all(fields, "FAU") or _all(fields, "AU"),
        "publication_types": kinds,
        "mesh_headings": tuple(text.partition("/")[0].strip("*") for text in _all(fields, "MH")),
        "language": _first(fields, "LA"),
        "copyright": _first(fields, "CI"),
        "retracted": True if RETRACTED in kinds or "RIN" in fields else None,
    }
    return {key: value for key, value in stated.items() if value}


def _first(fields: _Fields, *tags: str) -> str:
    return next((text for tag in tags for value in fields.get(tag, ()) if (text := one_line(value))), "")


def _all(fields: _Fields, tag: str) -> tuple[str, ...]:
    return tuple(text for value in fields.get(tag, ()) if (text := one_line(value)))


class MedlineLoader(DocumentLoader):
    """Reads MEDLINE's text format, such as the ``.nbib`` and ``.txt`` files that PubMed saves."""

    name = "medline"
    description = "MEDLINE text format (PMID-, TI, AB): titles and abstracts of publications"
    readers: ClassVar[Readers] = {"medline": read_medline}
