"""Extraction cache: what a model found in a document is kept on disk and not computed a second time."""

import zlib
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from pydantic import TypeAdapter

from bioloom import resources
from bioloom.disk_cache import DiskCache, content_key
from bioloom.extraction.extractor import Extractor, ExtractorOver
from bioloom.records import AnnotatedDocument

_DOCUMENT = TypeAdapter(AnnotatedDocument)


class CachingExtractor(ExtractorOver):
    """An extractor that reads each document once; several processes may share the file.

    The key is the content: the document with its sentences and place, the extractor's name, which holds a
    hash of its model, and the code and tables that extract.
    """

    def __init__(self, extractor: Extractor, file: Path) -> None:
        super().__init__(extractor, extractor.name)
        self._disk = DiskCache(file)

    def extract(self, documents: Sequence[AnnotatedDocument]) -> list[AnnotatedDocument]:
        """Annotate documents, in their order; those that were read before come from the cache."""
        code = code_version()
        keys = [content_key(self.name, code, repr(document)) for document in documents]
        kept = {key: _parse(value) for key, value in self._disk.find(keys).items()}
        unknown = [(key, each) for key, each in zip(keys, documents, strict=True) if kept.get(key) is None]
        read = self._extractor.extract([document for _, document in unknown]) if unknown else []
        fresh = {key: document for (key, _), document in zip(unknown, read, strict=True)}
        self._disk.keep((key, value) for key, each in fresh.items() if (value := _write(each)) is not None)
        return [
            replace(kept.get(key) or fresh[key], document=given.document)
            for key, given in zip(keys, documents, strict=True)
        ]


def code_version() -> str:
    """Hash the code and the tables that extract."""
    return resources.code_digest(("extraction",), ("layout", "mentions", "protocol"))


def _write(document: AnnotatedDocument) -> bytes | None:
    """Pack a document; None for one with characters that JSON cannot hold."""
    with suppress(ValueError):
        return zlib.compress(_DOCUMENT.dump_json(document))
    return None


def _parse(value: bytes) -> AnnotatedDocument | None:
    """Unpack a document; None for what is damaged or of another form: it is read anew."""
    with suppress(ValueError, zlib.error):
        return _DOCUMENT.validate_json(zlib.decompress(value))
    return None
