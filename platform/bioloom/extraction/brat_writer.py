"""BRAT standoff writer: the text as it is, and an ``.ann`` file of T, R and A lines."""

import re
from collections.abc import Iterable, Iterator
from itertools import count
from pathlib import Path

from bioloom.records import AnnotatedDocument

_GAPS = re.compile(r"[\t\r\n\v\f\x85\u2028\u2029]")
_UNSAFE = re.compile(r"[^\w.() +-]+")
_LONGEST_NAME = 150


def standoff(document: AnnotatedDocument) -> tuple[bytes, bytes]:
    """Give the contents of the two files; offsets count characters of the text.

    Types and relations are spelled with underscores, since BRAT allows no space in them. Confidences have
    no place in BRAT, and derived relations are left out: what is read again counts as stated.
    """
    lines = "".join(f"{line}\n" for line in _lines(document))
    text = document.document.text.encode("utf-8", "replace")
    return text, lines.encode("utf-8", "replace")


def file_name(document_id: str) -> str:
    """Make a file name of the local part of a document's id.

    >>> file_name("lab:yeast/lysis 1"), file_name("lab:..")
    ('yeast_lysis 1', 'document')
    """
    local = document_id.partition(":")[2] or document_id
    return _UNSAFE.sub("_", local).strip(". ")[:_LONGEST_NAME] or "document"


def write_folder(folder: Path, documents: Iterable[AnnotatedDocument]) -> None:
    """Write a ``.txt`` and an ``.ann`` file a document into a folder; equal names are numbered."""
    names: set[str] = set()
    for document in documents:
        name = next(name for name in _names(document.document.id) if name.casefold() not in names)
        names.add(name.casefold())
        text, annotations = standoff(document)
        (folder / f"{name}.txt").write_bytes(text)
        (folder / f"{name}.ann").write_bytes(annotations)


def _names(document_id: str) -> Iterator[str]:
    name = file_name(document_id)
    yield name
    yield from (f"{name}_{number}" for number in count(2))


def _lines(document: AnnotatedDocument) -> Iterator[str]:
    names = {mention.id: f"T{number}" for number, mention in enumerate(document.mentions, start=1)}
    for mention in document.mentions:
        surface = _GAPS.sub(" ", mention.text)
        type_ = _word(mention.native_type)
        yield f"{names[mention.id]}\t{type_} {mention.start} {mention.end}\t{surface}"
    stated = [relation for relation in document.relations if not relation.derived]
    denied = 0
    for number, relation in enumerate(stated, start=1):
        ends = f"Arg1:{names[relation.subject]} Arg2:{names[relation.object]}"
        yield f"R{number}\t{_word(relation.predicate)} {ends}\t"
        if relation.negated:
            denied += 1
            yield f"A{denied}\tNegation R{number}"


def _word(name: str) -> str:
    return "_".join(name.split())
