"""Extractor interface: unannotated documents in, the same documents with mentions and relations out."""

from collections.abc import Sequence
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
