"""Claims from files: JSON lines, RELATE's JSON list, or a table with a header."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bioloom.biolink import model as biolink_model
from bioloom.errors import SourceError, UsageError
from bioloom.records.predicate_mapping import Claim

FORMATS = (".jsonl", ".json", ".tsv")
LONGEST_LINE = 1_000_000
"""Characters of one line or item; a longer one is passed over with a reason."""

_MOST_LIST = 256 * 1024 * 1024  # bytes of a JSON list, which is read as a whole
_NEEDED = ("subject", "object", "relationship")
_TEXTS = ("sentence", "text", "abstract")
_FIELDS = {*_NEEDED, *_TEXTS, "subject_category", "object_category"}
_OF_LOADS = {"id", "pmid", "confidence", "subject_id", "object_id"}
"""Further fields of the claims that a load takes; the phrase is mapped without them."""


@dataclass(frozen=True, slots=True)
class BadClaim:
    """An entry that is no claim: where it stands, the reason code, and what to mend."""

    line: int
    code: str
    message: str


def read_claims(path: Path) -> Iterator[tuple[int, Claim] | BadClaim]:
    """Read the claims of a file in order, each with its line; entries that are none as BadClaim.

    JSON lines and tables stream; a JSON list is read as a whole. SourceError if the file cannot be read.
    """
    readers = {".jsonl": _json_lines, ".json": _json_list, ".tsv": _table}
    reader = readers.get(path.suffix.lower())
    if reader is None:
        raise UsageError(f"{path.name}: claims are read from files named {', '.join(FORMATS)}")
    try:
        yield from reader(path)
    except UnicodeDecodeError as error:
        raise SourceError(f"not UTF-8: {error.reason}", str(path)) from error
    except OSError as error:
        raise SourceError(error.strerror or str(error), str(path)) from error


def parse_claim(line: int, found: Any) -> tuple[int, Claim] | BadClaim:
    """Read one entry: subject, object and relationship are needed, a text and categories may be.

    The phrase itself is not judged here; the standardizer gives its reason.
    """
    if not isinstance(found, Mapping):
        return BadClaim(line, "BAD_ROW", "a claim is an object with subject, object and relationship")
    missing = [name for name in _NEEDED if name not in found]
    if missing:
        return BadClaim(line, "BAD_ROW", f"no {', '.join(missing)}")
    unknown = sorted(str(name)[:40] for name in found if name not in _FIELDS | _OF_LOADS)
    if unknown:
        return BadClaim(
            line, "BAD_ROW", f"unknown: {', '.join(unknown)}; a claim has {', '.join(sorted(_FIELDS))}"
        )
    wrong = [name for name in ("subject", "object", *_TEXTS) if not isinstance(found.get(name) or "", str)]
    if wrong:
        return BadClaim(line, "BAD_ROW", f"{', '.join(wrong)}: not a text")
    ends = []
    for name in ("subject_category", "object_category"):
        categories = parse_categories(found.get(name))
        if isinstance(categories, str):
            return BadClaim(line, "UNKNOWN_CATEGORY", f"{name}: {categories}")
        ends.append(categories)
    claim = Claim(
        subject=found["subject"] or "",
        relationship=found["relationship"],
        object=found["object"] or "",
        text=next(filter(None, map(found.get, _TEXTS)), ""),
        subject_categories=ends[0],
        object_categories=ends[1],
    )
    return line, claim


def parse_categories(given: Any) -> tuple[str, ...] | str:
    """Read one category or several (a list, or set apart by ``|``), however spelled; a text tells a fault.

    >>> parse_categories("Gene|small molecule"), parse_categories(None)
    (('biolink:Gene', 'biolink:SmallMolecule'), ())
    >>> parse_categories("gremlin")
    "'gremlin' is not a category of Biolink 4.4.6"
    """
    names = given.split("|") if isinstance(given, str) else given or []
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        return "not a text or a list of texts"
    biolink = biolink_model()
    found = []
    for name in filter(None, (name.strip() for name in names)):
        category = biolink.category(name)
        if category is None:
            return f"{name[:80]!r} is not a category of Biolink {biolink.version}"
        found.append(category)
    return tuple(found)


def _json_lines(path: Path) -> Iterator[tuple[int, Claim] | BadClaim]:
    with path.open("rb") as stream:
        for number, raw in enumerate(stream, 1):
            if not raw.strip():
                continue
            if len(raw) > LONGEST_LINE:
                yield BadClaim(number, "TOO_LARGE", f"a line may have {LONGEST_LINE:,} bytes at most")
                continue
            try:
                found = json.loads(raw.decode("utf-8-sig" if number == 1 else "utf-8"))
            except UnicodeDecodeError:
                yield BadClaim(number, "BAD_ENCODING", "not UTF-8")
            except (ValueError, RecursionError) as error:
                yield BadClaim(number, "BAD_JSON", f"not JSON: {str(error)[:100]}")
            else:
                yield parse_claim(number, found)


def _json_list(path: Path) -> Iterator[tuple[int, Claim] | BadClaim]:
    if path.stat().st_size > _MOST_LIST:
        raise SourceError("too large for a JSON list; write one claim a line, as .jsonl", str(path))
    text = path.read_text(encoding="utf-8-sig")
    decoder = json.JSONDecoder()
    at, line = _skip(text, 0), 1
    if not text.startswith("[", at):
        raise SourceError("not a JSON list of claims", str(path), 1)
    at = _skip(text, at + 1)
    counted = 0
    while not text.startswith("]", at):
        line += text.count("\n", counted, at)
        counted = at
        try:
            found, at = decoder.raw_decode(text, at)
        except (ValueError, RecursionError) as error:
            yield BadClaim(line, "BAD_JSON", f"not JSON from here on: {str(error)[:100]}")
            return
        yield parse_claim(line, found)
        at = _skip(text, at)
        if text.startswith(",", at):
            at = _skip(text, at + 1)
        elif not text.startswith("]", at):
            yield BadClaim(line, "BAD_JSON", "the list ends in the middle")
            return


def _skip(text: str, at: int) -> int:
    while at < len(text) and text[at] in " \t\r\n":
        at += 1
    return at


def _table(path: Path) -> Iterator[tuple[int, Claim] | BadClaim]:
    with path.open("rb") as stream:
        header = [name.strip() for name in stream.readline().decode("utf-8-sig").rstrip("\r\n").split("\t")]
        missing = [name for name in _NEEDED if name not in header]
        if missing:
            raise SourceError(f"the header names no {', '.join(missing)}", str(path), 1)
        for number, raw in enumerate(stream, 2):
            if not raw.strip():
                continue
            try:
                cells = raw.decode("utf-8").rstrip("\r\n").split("\t")
            except UnicodeDecodeError:
                yield BadClaim(number, "BAD_ENCODING", "not UTF-8")
                continue
            if len(cells) == len(header):
                yield parse_claim(number, dict(zip(header, cells, strict=True)))
            else:
                yield BadClaim(number, "BAD_ROW", f"{len(cells)} cells under {len(header)} column names")
