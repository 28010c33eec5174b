"""Evidence filters: sources, documents, and the least confidence of what a program extracted."""

from dataclasses import dataclass

from bioloom.errors import UsageError
from bioloom.graph.connection import Graph
from bioloom.graph.loaded_names import check_documents, check_sources


@dataclass(frozen=True, slots=True)
class Filters:
    """Keeps evidence to some sources and documents; empty ones leave everything in.

    A source is an infores CURIE or the name of a corpus (``wlp`` is also ``infores:wlp``). An assertion
    belongs to the documents that state it. What a program extracted counts from `min_confidence` (0 to 1)
    on; what people annotated always counts.
    """

    sources: tuple[str, ...] = ()
    documents: tuple[str, ...] = ()
    min_confidence: float = 0.0

    def __post_init__(self) -> None:
        """Refuse names that are no tuple of texts, and a confidence that is none."""
        for name in ("sources", "documents"):
            given = getattr(self, name)
            if not isinstance(given, tuple) or not all(isinstance(each, str) for each in given):
                raise UsageError(
                    f"{name} of Filters must be a tuple of names, as ('wlp',), not {given!r:.100}"
                )
        least = self.min_confidence
        if not isinstance(least, int | float) or not 0 <= least <= 1:
            raise UsageError(f"the least confidence must lie between 0 and 1, not {least!r:.100}")

    @property
    def narrow(self) -> bool:
        """Whether anything is left out."""
        return self != EVERYTHING

    @property
    def summary(self) -> str:
        """Say in one sentence what was looked at alone; empty where nothing is left out.

        >>> Filters(("wlp", "git")).summary
        'Only evidence of source wlp or git was looked at; without filters there may be more.'
        """
        least = (f"confidence {self.min_confidence:g} or more",) if self.min_confidence else ()
        named = (("source", self.sources), ("document", self.documents))
        kept = (*(f"{what} {' or '.join(names)}" for what, names in named if names), *least)
        looked = " and ".join(f"of {each}" for each in kept)
        return f"Only evidence {looked} was looked at; without filters there may be more." if kept else ""

    def parameters(self) -> dict[str, object]:
        """Give the parameters of the statements that filter.

        >>> Filters(sources=("wlp", "infores:hetionet")).parameters()["infores"]
        ['infores:wlp', 'infores:hetionet']
        """
        corpora = [name for name in self.sources if not name.startswith("infores:")]
        return {
            "infores": [name if name.startswith("infores:") else f"infores:{name}" for name in self.sources],
            "corpora": corpora,
            "documents": list(self.documents),
            "min_confidence": self.min_confidence,
        }


EVERYTHING = Filters()
"""No filter at all."""


def check_filters(graph: Graph, filters: Filters) -> None:
    """Refuse filters that name what is not loaded, with the nearest names; asked where nothing was found."""
    check_documents(graph, filters.documents)
    check_sources(graph, filters.sources)
