"""Reading the tab-separated tables of ontology/ that steer standardisation."""

from collections.abc import Iterator, Mapping

from bioloom.errors import OntologyError
from bioloom.resources import text


def read_table(name: str) -> Iterator[Mapping[str, str]]:
    """Yield the rows of one table by column; lines that start with # and empty lines are comments.

    >>> next(iter(read_table("units/numbers.tsv")))["word"]
    'a'
    """
    columns: list[str] | None = None
    for number, line in enumerate(text("ontology", name).splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        cells = line.split("\t")
        if columns is None:
            columns = cells
        elif len(cells) != len(columns):
            raise OntologyError(f"ontology/{name}:{number}: {len(cells)} columns, expected {len(columns)}")
        else:
            yield dict(zip(columns, cells, strict=True))
