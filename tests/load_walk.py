"""The walk of a BRAT record from `bioloom load` to the database, and a record that walks it."""

from pathlib import Path

WALK = [
    "bioloom.cli.load.load_source",
    "bioloom.pipeline.load.load",
    "bioloom.pipeline.load.LoadJob.run",
    "bioloom.pipeline.batch_reading.BatchReader.read",
    "bioloom_loaders.brat.BratLoader.records",
    "bioloom_loaders.brat._read_annotated",
    "bioloom_loaders.brat_annotations.read_annotations",
    "bioloom_loaders.brat_annotations.Annotations.annotate",
    "bioloom.pipeline.validation.batch_builder.BatchBuilder.add",
    "bioloom.pipeline.validation.batch_builder.BatchBuilder._add_document",
    "bioloom.standardization.document_standardization.standardize",
    "bioloom.pipeline.validation.batch_builder.BatchBuilder.take_batch",
    "bioloom.graph.writing.writer.Writer.write",
    "bioloom.graph.rows.property_maps.document_rows",
    "bioloom.graph.writing.writer.Writer._commit",
    "bioloom.graph.writing.document_writer.write_documents",
    "bioloom.graph.writing.pending_batch.account",
]
"""Every function that has the record in hand; the last but one sends it over Bolt, the last counts it."""

REHEARSED = [
    *(name.replace("LoadJob.run", "LoadJob.rehearse") for name in WALK if "bioloom.graph" not in name),
    "bioloom.graph.writing.pending_batch.assume_written",
    "bioloom.graph.writing.pending_batch.account",
]
"""The walk of a dry run: the same without the writer; all that is valid counts as written."""


def brat_record(folder: Path) -> Path:
    """Write one small protocol with its annotations."""
    (folder / "mix.txt").write_text("Boil water\nAdd salt to the water.\n")
    (folder / "mix.ann").write_text(
        "T1\tAction 0 4\tBoil\nT2\tReagent 5 10\twater\nE1\tAction:T1 Acts-on:T2\n"
    )
    return folder
