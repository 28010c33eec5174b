"""Protocols of protocols.io as its public API (v3, v4) gives them: steps, materials and sections in JSON."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, ClassVar

from bioloom.records import Place, Reject, SourceRecord
from bioloom.records.graph import Value
from bioloom_loaders.document_catalogue import Catalogue, DocumentLoader, Readers
from bioloom_loaders.documents import LARGEST_TEXT
from bioloom_loaders.json_files import read_json
from bioloom_loaders.json_items import read_items
from bioloom_loaders.protocolsio_steps import lines_of, ordered_steps, write_lines, write_step
from bioloom_loaders.text_composer import Composer, one_line
from bioloom_loaders.text_lines import open_bytes, shown

_LISTS = ("", "items", "protocols", "payload")
_TEXTS = (
    ("Description", "description"),
    ("Before start", "before_start"),
    ("Guidelines", "guidelines"),
    ("Warning", "warning"),
)


def read_protocolsio(path: Path, catalogue: Catalogue) -> Iterator[SourceRecord]:
    """Read the protocols of one file in their order."""
    whole = read_json(path)
    if isinstance(whole, Reject):
        yield from _read_listed(path, catalogue) if whole.code in ("BAD_JSON", "BAD_ENCODING") else (whole,)
        return
    place = Place(shown(path))
    found = list(_protocols(whole))
    if not found:
        yield Reject("MISSING_FIELD", "extract", "the file holds no protocol with title and steps", place)
    for protocol in found:
        yield _read(path, protocol, place, catalogue)


def _read_listed(path: Path, catalogue: Catalogue) -> Iterator[SourceRecord]:
    """Read a file that is no JSON as a whole: the items of its lists, of which some are broken."""
    with open_bytes(path) as opened:
        for item in read_items(opened, shown(path)):
            if isinstance(item, Reject):
                yield item
            elif item.key in _LISTS:
                for protocol in _protocols(item.value):
                    yield _read(path, protocol, item.place, catalogue)


def _protocols(value: object) -> Iterator[Mapping[str, Any]]:
    """Find the protocols of an answer: bare, under protocol or payload, or in items."""
    if isinstance(value, list):
        for inner in value:
            yield from _protocols(inner)
    elif isinstance(value, dict):
        if "title" in value and ("steps" in value or "uri" in value):
            yield value
        else:
            for key in ("protocol", "payload", "items", "protocols"):
                if isinstance(value.get(key), (dict, list)):
                    yield from _protocols(value[key])


def _read(path: Path, protocol: Mapping[str, Any], place: Place, catalogue: Catalogue) -> SourceRecord:
    identity = {"protocol": one_line(str(protocol.get("uri") or protocol.get("id") or ""))[:200]}
    steps = protocol.get("steps")
    if not isinstance(steps, (list, type(None))):
        return Reject("BAD_TYPE", "extract", "steps is no list", place, identity)
    composer = Composer()
    title = next((line.text for line in lines_of(protocol.get("title"))), "")
    composer.entitle(title[:300] or identity["protocol"])
    for heading, key in _TEXTS:
        lines = list(lines_of(protocol.get(key)))
        if lines:
            composer.heading(heading)
            write_lines(composer, lines)
    _materials(composer, protocol)
    if steps:
        composer.heading("Steps")
    section = ""
    for number, step in ordered_steps(steps or []):
        section = write_step(composer, number, step, section)
    if composer.empty:
        return Reject(
            "EMPTY_DOCUMENT", "extract", "the protocol holds neither steps nor text", place, identity
        )
    if len(composer.text()) > LARGEST_TEXT:
        message = f"the text is longer than {LARGEST_TEXT} characters"
        return Reject("TOO_LARGE", "extract", message, place, identity)
    described = catalogue.describe(
        path,
        composer.text(),
        composer.title,
        name=identity["protocol"] or None,
        licence=_licence(protocol),
        properties=_properties(protocol),
    )
    return composer.finish(described)


def _materials(composer: Composer, protocol: Mapping[str, Any]) -> None:
    """Write the list of materials, or else the text about them."""
    listed = protocol.get("materials")
    names = [
        one_line(" ".join(str(entry[key]) for key in ("amount", "name", "title") if entry.get(key)))
        for entry in (listed if isinstance(listed, list) else [])
        if isinstance(entry, dict)
    ]
    lines = list(lines_of(protocol.get("materials_text")))
    if any(names) or lines:
        composer.heading("Materials")
    for name in dict.fromkeys(filter(None, names)):
        composer.line(name, "- ")
    write_lines(composer, lines)


def _properties(protocol: Mapping[str, Any]) -> dict[str, Value]:
    """Read what identifies a protocol: doi without its address, uri, url, version, authors."""
    found: dict[str, Value] = {}
    doi = one_line(str(protocol.get("doi") or ""))
    if "10." in doi:
        found["doi"] = doi[doi.index("10.") :]
    for key in ("uri", "url"):
        if isinstance(protocol.get(key), str) and protocol[key].strip():
            found[key] = one_line(protocol[key])
    if "url" not in found and "uri" in found:
        found["url"] = f"https://www.protocols.io/view/{found['uri']}"
    version = protocol.get("version_id")
    if isinstance(version, int) and not isinstance(version, bool):
        found["version"] = version
    people = protocol.get("authors")
    names = [_name(person) for person in (people if isinstance(people, list) else [])]
    if any(names):
        found["authors"] = tuple(filter(None, names))
    return found


def _name(person: object) -> str:
    if not isinstance(person, dict):
        return one_line(person) if isinstance(person, str) else ""
    parts = (person.get("first_name"), person.get("last_name"))
    return one_line(str(person.get("name") or "")) or one_line(" ".join(str(part) for part in parts if part))


def _licence(protocol: Mapping[str, Any]) -> str | None:
    stated = protocol.get("license")
    if isinstance(stated, dict):
        stated = next((stated[key] for key in ("name", "title", "link") if stated.get(key)), None)
    return one_line(stated)[:300] or None if isinstance(stated, str) else None


class ProtocolsioLoader(DocumentLoader):
    """Reads protocols in the JSON of protocols.io: one, a list, or a page of the API."""

    name = "protocolsio"
    description = "protocols.io JSON (API v3, v4): steps, sections, materials"
    readers: ClassVar[Readers] = {"protocolsio": read_protocolsio}
