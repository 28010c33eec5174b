"""Local extractor of protocols: documents in, the same with entities and relations out, without torch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from bioloom.extraction.networks.crf import Span
from bioloom.extraction.networks.document_batches import NetworkExtractor, Page, pages, windows_of
from bioloom.extraction.networks.model import LocalModel
from bioloom.extraction.networks.model_settings import Calibration, ProtocolSettings
from bioloom.extraction.networks.relation_model import PredictedLink
from bioloom.extraction.networks.value_spans import part_values
from bioloom.records import AnnotatedDocument
from bioloom.resources import weights

SHIPPED = "protocol"


def open_local(folder: Path | None = None, *, threads: int | None = None) -> LocalExtractor:
    """Open the models of a folder, or those that come with bioloom.

    UsageError if the folder is not that of a protocol model, SourceError if a file of it is broken.
    """
    return LocalExtractor(LocalModel(folder or weights(SHIPPED), ProtocolSettings, threads=threads))


class LocalExtractor(NetworkExtractor[ProtocolSettings, PredictedLink]):
    """Extractor of entities and relations of protocols."""

    def __init__(self, model: LocalModel[ProtocolSettings]) -> None:
        super().__init__(model, SHIPPED, model.settings.scheme)

    def pages_of(self, documents: Sequence[AnnotatedDocument]) -> list[Page]:
        """Read the lines of documents."""
        return pages(self.model, documents, self.model.read_instructions)

    def _spans(self, read: Sequence[Page]) -> tuple[dict[int, list[Span]], Sequence[str], Calibration]:
        settings = self.model.settings
        spans = self.model.spans(windows_of(read))
        for sentence, line in (each for page in read for each in page.lines):
            if line.number in spans:
                spans[line.number] = part_values(sentence.text, line.words, spans[line.number])
        return spans, settings.types, settings.entity_confidence

    def _links(
        self, read: Sequence[Page], spans: Mapping[int, Sequence[Span]]
    ) -> dict[int, list[PredictedLink]]:
        return self.model.links(windows_of(read), spans)

    def _named(self, link: PredictedLink) -> tuple[str, float, PredictedLink]:
        settings = self.model.settings
        return settings.relations[link.kind], settings.relation_confidence.apply(link.probability), link
