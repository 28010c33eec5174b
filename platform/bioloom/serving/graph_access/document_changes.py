"""Document changes: withdrawal of a document, and the kept original that it can be read again from."""

from pathlib import Path

from bioloom.errors import Busy, WriteLocked
from bioloom.graph.writing.checkpoint import read_checkpoint
from bioloom.graph.writing.withdrawal import document_loads
from bioloom.pipeline.sources.uploads import find_original
from bioloom.pipeline.withdrawals.withdrawal import Withdrawal, count_planned, withdraw
from bioloom.retrieval import document_titles
from bioloom.serving.graph_access.driver_pool import DriverPool
from bioloom.settings import Settings


class DocumentChanges:
    """Changes of single documents; whole sources and loads are withdrawn by the command line."""

    def __init__(self, settings: Settings, drivers: DriverPool) -> None:
        self._settings, self._drivers = settings, drivers

    def count(self, document: str) -> Withdrawal | None:
        """Count what would go with a document; None for an unknown id."""
        with self._drivers.graph() as graph:
            loads = document_loads(graph, document)
            return count_planned(graph, Withdrawal("document", document, loads)) if loads else None

    def withdraw(self, document: str) -> Withdrawal | None:
        """Delete a document with all that only it supports; None for an unknown id, Busy during a load."""
        with self._drivers.graph() as graph:
            loads = document_loads(graph, document)
            if not loads:
                return None
            try:
                return withdraw(graph, self._settings, Withdrawal("document", document, loads))
            except WriteLocked as error:
                raise Busy("a load is writing to the graph; withdraw the document when it is done") from error

    def original(self, document: str) -> Path | None:
        """Find the file that a document was uploaded as; None if it came in another way."""
        with self._drivers.graph() as graph:
            stored = [read_checkpoint(graph, load) for load in document_loads(graph, document)]
        found = (find_original(self._settings, one.source) for one in stored if one is not None)
        return next((path for path in found if path is not None), None)

    def title(self, document: str) -> str:
        """Give the title of a document; its id where it has none."""
        with self._drivers.graph() as graph:
            return document_titles(graph, [document]).get(document, document)
