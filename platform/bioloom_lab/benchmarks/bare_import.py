"""Bare import: Neo4j's importer alone on tables that are ready, as a reference for bulk loads."""

from __future__ import annotations

import json
from pathlib import Path

from bioloom.graph.server.store_import import import_tables, staging
from bioloom.graph.writing.bulk_store import BulkGraph, BulkStore
from bioloom.graph.writing.importer_tables import CsvTable
from bioloom.pipeline.load import LoadJob
from bioloom.pipeline.load_request import LoadRequest
from bioloom.settings import Settings

_TABLES = "tables"


def write_tables(source: Path, settings: Settings) -> None:
    """Write what a bulk load of a source would import to a folder of the home."""
    folder = settings.home / _TABLES
    folder.mkdir()
    store = BulkStore(folder)
    LoadJob(LoadRequest(source), settings).run(BulkGraph.over(store))
    described = [
        (table.kind, table.lead, table.path.name, table.multiline, table.rows, table.properties)
        for table in store.close()
    ]
    (folder / "described").write_text(json.dumps(described))


def import_ready_tables(settings: Settings) -> None:
    """Import the tables that are ready into a database that nobody uses."""
    folder = settings.home / _TABLES
    with staging(settings) as (staged, lock):
        tables = []
        for kind, lead, name, multiline, rows, properties in json.loads((folder / "described").read_text()):
            path = folder / name
            for ready in (path, path.with_suffix(".header")):
                (staged / ready.name).hardlink_to(ready)
            table = CsvTable(kind, tuple(lead), staged / name, path.open("rb"), multiline)
            table.rows, table.properties = rows, properties
            tables.append(table)
        import_tables(settings, tables, lock, lambda share: None)


if __name__ == "__main__":
    import_ready_tables(Settings())
