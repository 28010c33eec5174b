"""Local extractor of protocols: documents in, the same with entities and relations out, without torch."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path

from bioloom.errors import UsageError
from bioloom.extraction.networks.document_batches import (
    AGENT,
    Page,
    annotated,
    located,
    mentioned,
    pages,
    related,
    windows_of,
)
from bioloom.extraction.networks.model import LocalModel
from bioloom.extraction.networks.model_settings import ProtocolSettings
from bioloom.extraction.networks.relation_model import PredictedLink
from bioloom.records import AnnotatedDocument, Mention
from bioloom.resources import weights

SHIPPED = "protocol"


def open_local(folder: Path | None = None, *, threads: int | None = None) -> LocalExtractor:
    """Open the models of a folder, or those that come with bioloom.

    UsageError if the folder is not that of a protocol model, SourceError if a file of it is broken.
    """
    try:
        return LocalExtractor(LocalModel(folder or weights(SHIPPED), ProtocolSettings, threads=threads))
    except FileNotFoundError as absent:
        raise UsageError(f"{absent}; name a folder that `bioloom train protocol` wrote") from absent


class LocalExtractor:
    """Entities and relations of protocols by the two networks of a LocalModel.

    The name holds a hash of all its files. What is found in a document does not depend on those beside it.
    """

    def __init__(self, model: LocalModel[ProtocolSettings]) -> None:
        self.model = model
        self.name = f"local:{SHIPPED}@{model.digest}"
        self.scheme = model.settings.scheme

    def extract(self, documents: Sequence[AnnotatedDocument]) -> list[AnnotatedDocument]:
        """Annotate documents, in their order; one that has mentions already comes back as it was.

        The confidence of a mention is the model's probability of just this span and type; that of a relation
        is its own probability times those of its ends.
        """
        return annotated(documents, self._extract)

    def _extract(self, documents: Sequence[AnnotatedDocument]) -> Iterator[AnnotatedDocument]:
        read = self.pages_of(documents)
        settings = self.model.settings
        spans = self.model.spans(windows_of(read))
        places = [located(page, spans) for page in read]
        links = self.model.links(windows_of(read), spans)
        for page, where in zip(read, places, strict=True):
            ends = mentioned(page, spans, where, settings.types, settings.entity_confidence)
            document = replace(page.document, mentions=tuple(chain.from_iterable(ends.values())))
            yield self.assemble(document, page, ends, links)

    def pages_of(self, documents: Sequence[AnnotatedDocument]) -> list[Page]:
        """Read the lines of documents."""
        return pages(self.model, documents, self.model.read_instructions)

    def assemble(
        self,
        document: AnnotatedDocument,
        page: Page,
        ends: Mapping[int, Sequence[Mention]],
        links: Mapping[int, Sequence[PredictedLink]],
    ) -> AnnotatedDocument:
        """Add the relations of a document to its mentions, which are the `ends` of its lines' links."""
        settings = self.model.settings
        named = {
            number: [
                (settings.relations[link.kind], settings.relation_confidence.apply(link.probability), link)
                for link in some
            ]
            for number, some in links.items()
        }
        return replace(
            document,
            relations=related(page, ends, named),
            scheme=self.scheme,
            agent_type=AGENT,
            extractor=self.name,
        )
