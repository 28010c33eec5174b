"""BioC XML and JSON: passages as text; annotations and relations, where there are any, as they stand."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, ClassVar
from xml.etree.ElementTree import Element

from bioloom.records import Place, Reject, SourceRecord
from bioloom_loaders.bioc_document import read_bioc_document
from bioloom_loaders.document_catalogue import Catalogue, DocumentLoader, Readers
from bioloom_loaders.json_items import read_items
from bioloom_loaders.text_lines import open_bytes, shown
from bioloom_loaders.xml_elements import read_elements


def read_bioc(path: Path, catalogue: Catalogue) -> Iterator[SourceRecord]:
    """Read the documents of one collection in their order."""
    xml = path.name.lower().removesuffix(".gz").endswith((".xml", ".bioc"))
    with open_bytes(path) as opened:
        if xml:
            for found in read_elements(opened, shown(path), frozenset({"document"})):
                if isinstance(found, Reject):
                    yield found
                else:
                    yield read_bioc_document(path, document_fields(found.element), found.place, catalogue)
            return
        loose: list[object] = []
        for item in read_items(opened, shown(path), parts={"": "documents"}):
            if isinstance(item, Reject):
                yield item
            elif item.key == "passages":
                loose.append(item.value)
            elif item.key in ("", "documents", "PubTator3", "/documents"):
                yield from _documents(path, item.value, item.place, catalogue)
        if loose:
            yield read_bioc_document(path, {"passages": loose}, Place(shown(path)), catalogue)


def _documents(path: Path, value: object, place: Place, catalogue: Catalogue) -> Iterator[SourceRecord]:
    """Give the document that a list's item is, or the documents of the collection that it is."""
    if isinstance(value, dict) and isinstance(value.get("documents"), list):
        for inner in value["documents"]:
            yield read_bioc_document(path, inner, place, catalogue)
    else:
        yield read_bioc_document(path, value, place, catalogue)


def document_fields(element: Element) -> Mapping[str, Any]:
    """Give an XML document in the shape of BioC's JSON.

    >>> from xml.etree.ElementTree import fromstring
    >>> document_fields(fromstring("<document><id>1</id><infon key='k'>v</infon></document>"))["infons"]
    {'k': 'v'}
    """
    passages = [
        {**_stretch(passage), "sentences": [_stretch(inner) for inner in passage.iterfind("sentence")]}
        for passage in element.iterfind("passage")
    ]
    return {**_stretch(element), "id": element.findtext("id", ""), "passages": passages}


def _stretch(element: Element) -> Mapping[str, Any]:
    return {
        "offset": element.findtext("offset", "0"),
        "infons": _infons(element),
        "text": element.findtext("text", ""),
        "annotations": [_annotation(inner) for inner in element.iterfind("annotation")],
        "relations": [_relation(inner) for inner in element.iterfind("relation")],
    }


def _annotation(element: Element) -> Mapping[str, Any]:
    return {
        "id": element.get("id", ""),
        "infons": _infons(element),
        "text": element.findtext("text", ""),
        "locations": [dict(inner.attrib) for inner in element.iterfind("location")],
    }


def _relation(element: Element) -> Mapping[str, Any]:
    return {
        "id": element.get("id", ""),
        "infons": _infons(element),
        "nodes": [dict(inner.attrib) for inner in element.iterfind("node")],
    }


def _infons(element: Element) -> dict[str, str]:
    return {inner.get("key", ""): inner.text or "" for inner in element.iterfind("infon")}


class BiocLoader(DocumentLoader):
    """Reads BioC collections, as XML or JSON."""

    name = "bioc"
    description = "BioC XML or JSON: passages with annotations and relations"
    readers: ClassVar[Readers] = {"bioc": read_bioc}
