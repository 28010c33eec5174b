"""Extractor interface: documents in, the same with mentions and relations out; dispatch by kind of text."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Protocol, runtime_checkable

from bioloom.records import AnnotatedDocument


@runtime_checkable
class Extractor(Protocol):
    """Reads mentions and relations out of the sentences of documents, one scheme an extractor.

    `name` says which engine, model and version, such as ``local:protocol@3f2a91c0``; it enters the graph
    with every edge. `scheme` is the annotation scheme of what it finds (``wlp``, ``biopie``).
    """

    name: str
    scheme: str

    def extract(self, documents: Sequence[AnnotatedDocument]) -> list[AnnotatedDocument]:
        """Annotate documents, in their order; one that has mentions already comes back as it was.

        In what comes back ``document.text[mention.start:mention.end] == mention.text`` for every mention,
        each mention lies in the sentence that it names, relations join mentions of one sentence, `scheme`,
        `extractor` and `agent_type` are set, and what could not be read is among the rejects.
        """


PROTOCOLS = frozenset({"protocol"})
PUBLICATIONS = frozenset({"abstract", "article"})
KINDS = PROTOCOLS | PUBLICATIONS | {"sentence"}
"""The kinds of documents; no extractor reads a single sentence."""


@runtime_checkable
class ReadsKinds(Protocol):
    """An extractor that says which kinds of documents it reads."""

    kinds: frozenset[str]


@runtime_checkable
class ReadsAhead(Protocol):
    """An extractor that reads several batches of documents at once, and says how many."""

    ahead: int


def batches_ahead(extractor: Extractor) -> int:
    """Say how many batches of documents an extractor is given at once: as many as it says, or else one."""
    return extractor.ahead if isinstance(extractor, ReadsAhead) else 1


def kinds_read(extractor: Extractor) -> frozenset[str]:
    """Say which kinds of documents an extractor reads: those that it names, or else protocols."""
    return extractor.kinds if isinstance(extractor, ReadsKinds) else PROTOCOLS


class ExtractorOver:
    """Extractor over another one: of the same scheme and kinds, and as far ahead."""

    def __init__(self, extractor: Extractor, name: str) -> None:
        self._extractor = extractor
        self.name, self.scheme, self.kinds = name, extractor.scheme, kinds_read(extractor)

    @property
    def ahead(self) -> int:
        """How many batches the extractor reads at once."""
        return batches_ahead(self._extractor)


class ByKind:
    """One extractor for each kind of document, opened when the first document of that kind comes.

    `name` names the whole; what each of them finds bears its own name. `scheme` is that of protocols.
    """

    def __init__(
        self, name: str, scheme: str, openers: Mapping[frozenset[str], Callable[[], Extractor]]
    ) -> None:
        self.name, self.scheme = name, scheme
        self.kinds: frozenset[str] = frozenset().union(*openers)
        self._openers = {kinds: cache(opener) for kinds, opener in openers.items()}

    def extract(self, documents: Sequence[AnnotatedDocument]) -> list[AnnotatedDocument]:
        """Annotate documents, in their order, each by the extractor of its kind; others stay as they were."""
        found = list(documents)
        for kinds, opener in self._openers.items():
            places = [at for at, document in enumerate(documents) if document.document.kind in kinds]
            if places:
                read = opener().extract([documents[at] for at in places])
                for at, document in zip(places, read, strict=True):
                    found[at] = document
        return found
