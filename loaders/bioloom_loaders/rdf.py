"""RDF in Biolink's vocabulary: N-Triples and Turtle, as bioloom's export and KGX write them."""

from collections.abc import Iterator
from pathlib import Path

from bioloom.errors import SourceError
from bioloom.records import LoadOptions, SourceRecord
from bioloom_loaders.format_detection import RDF_SUFFIXES, FormatLoader
from bioloom_loaders.text_lines import shown


class RdfLoader(FormatLoader):
    """Reads a graph of nodes and reified associations; N-Triples in flat memory, Turtle as a whole."""

    name = "rdf"
    description = (
        "RDF in Biolink's vocabulary (N-Triples, Turtle; gzip), as bioloom export rdf and KGX write it"
    )

    def records(self, source: Path, options: LoadOptions) -> Iterator[SourceRecord]:
        """Give the nodes, then the claims."""
        if not source.name.lower().endswith(RDF_SUFFIXES):
            raise SourceError("it is no RDF by its name, which ends in .nt or .ttl (also .gz)", shown(source))
        from bioloom_loaders.rdf_records import read_graph  # rdflib takes a while

        yield from read_graph(source)
