"""Extraction cache: what a model found in a text is kept on disk and not computed a second time."""

import zlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from pydantic import TypeAdapter

from bioloom import resources
from bioloom.disk_cache import DiskCache, content_key
from bioloom.extraction.extractor import Extractor, ExtractorOver
from bioloom.records import AnnotatedDocument, Document, Place

CODE = (
    "extraction/networks",
    "extraction/triples/local",
    "extraction/hyphenation.py",
    "extraction/sentence_splitting.py",
    "extraction/text_blocks.py",
    "embedding/model_files.py",
    "pattern_table.py",
)
"""What decides, beside a model, what is found in a text; with the tables of `TABLES`."""

TABLES = ("layout", "mentions", "protocol", "units")

_FOUND = TypeAdapter(AnnotatedDocument)
_NOWHERE = Document("", "", "", "", "", Place(""))


class CachingExtractor(ExtractorOver):
    """An extractor that reads each text once; several processes may share the file.

    The key is what a model is given: the kind, title and text of a document and its sentences, and the
    extractor's name, which holds a hash of its model, with the code and tables that extract. Ids, file and
    provenance are not in it: the same text in another file, folder or corpus is known. Documents whose
    sentences the extractor changes, or of which it rejects something, are not kept.
    """

    def __init__(self, extractor: Extractor, file: Path) -> None:
        super().__init__(extractor, extractor.name)
        self._disk = DiskCache(file)

    def extract(self, documents: Sequence[AnnotatedDocument]) -> list[AnnotatedDocument]:
        """Annotate documents, in their order; texts that were read before come from the cache."""
        keys = [self._key(document) for document in documents]
        stored = self._disk.find(list(dict.fromkeys(keys)))
        kept = [
            _unpack(value, document) if (value := stored.get(key)) is not None else None
            for key, document in zip(keys, documents, strict=True)
        ]
        unknown = [document for document, found in zip(documents, kept, strict=True) if found is None]
        read = iter(self._extractor.extract(unknown) if unknown else ())
        fresh: dict[bytes, bytes] = {}
        found: list[AnnotatedDocument] = []
        for key, document, known in zip(keys, documents, kept, strict=True):
            found.append(known or next(read))
            if known is None and (packed := _pack(found[-1], document)) is not None:
                fresh[key] = packed
        self._disk.keep(fresh.items())
        return found

    def _key(self, document: AnnotatedDocument) -> bytes:
        whole = document.document
        sentences = [replace(each, id="", document_id="") for each in document.sentences]
        content = (whole.kind, whole.title, whole.text, sentences)
        return content_key(self.name, code_version(), repr(content))


def code_version() -> str:
    """Hash the code and the tables that extract."""
    return resources.code_digest(CODE, TABLES)


def _pack(found: AnnotatedDocument, given: AnnotatedDocument) -> bytes | None:
    """Pack what was found, without the document; None for what cannot be carried over to another one."""
    before = given.sentences, given.rejects, given.skips
    skips = found.skips[: len(given.skips)]
    if given.mentions or (found.sentences, found.rejects, skips) != before:
        return None
    added = replace(found, skips=found.skips[len(skips) :], rejects=())
    sentences = {sentence.id: str(at) for at, sentence in enumerate(given.sentences)}
    with suppress(ValueError, KeyError):  # characters that JSON cannot hold; a sentence that is not there
        return zlib.compress(_FOUND.dump_json(replace(_moved(added, _NOWHERE, sentences), sentences=())))
    return None


def _unpack(value: bytes, given: AnnotatedDocument) -> AnnotatedDocument | None:
    """Say of a document what was found in its text; None for what is damaged or of another form."""
    if given.mentions:
        return None
    sentences = {str(at): sentence.id for at, sentence in enumerate(given.sentences)}
    with suppress(ValueError, KeyError, zlib.error):
        found = _moved(_FOUND.validate_json(zlib.decompress(value)), given.document, sentences)
        skips = (*given.skips, *found.skips)
        return replace(found, sentences=given.sentences, rejects=given.rejects, skips=skips)
    return None


def _moved(found: AnnotatedDocument, document: Document, sentences: Mapping[str, str]) -> AnnotatedDocument:
    """Carry over to a document what was found in the text of another, given the ids of its sentences.

    ValueError if the id of a mention does not begin with that of its document.
    """
    before, place = f"{found.document.id}#", document.place

    def renamed(id_: str) -> str:
        if not id_.startswith(before):
            raise ValueError(id_)
        return f"{document.id}#{id_[len(before) :]}"

    mentions = (
        replace(one, id=renamed(one.id), sentence_id=sentences[one.sentence_id]) for one in found.mentions
    )
    relations = (
        replace(one, subject=renamed(one.subject), object=renamed(one.object), place=place)
        for one in found.relations
    )
    skips = tuple(replace(one, place=place) for one in found.skips)
    return replace(
        found, document=document, mentions=tuple(mentions), relations=tuple(relations), skips=skips
    )
