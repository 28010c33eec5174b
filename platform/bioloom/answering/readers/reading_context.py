"""Reading context: a parsed question with the evidence gathered for it; the protocol of readers."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from bioloom.answering.composition.draft_answer import Draft
from bioloom.answering.constraints.document_binding import Binding
from bioloom.federation import FederatedResult
from bioloom.mechanism import DrugRanking, GeneRanking, PathEdge
from bioloom.question_parsing import ParsedQuestion
from bioloom.records import Evidence
from bioloom.retrieval import EVERYTHING, Filters, MentioningDocuments, RankedAssertions
from bioloom.settings import Settings


@dataclass(frozen=True, slots=True)
class NamedEnds:
    """What is asked for (gene, metabolite, drug), what the question calls both ends, and their public ids."""

    kind: str
    names: tuple[str, str]
    ids: tuple[tuple[str, ...], tuple[str, ...]]

    @property
    def unknown(self) -> tuple[str, ...]:
        """The ends that have no id that another graph could know."""
        return tuple(name for name, ids in zip(self.names, self.ids, strict=True) if not ids)


@dataclass(frozen=True, slots=True)
class FetchedFacts:
    """What other graphs were asked about and stated; `notes` are for the asker, `seconds` the time taken."""

    ends: NamedEnds | None = None
    result: FederatedResult | None = None
    notes: tuple[str, ...] = ()
    seconds: float | None = None


NOTHING_FETCHED = FetchedFacts()
"""What there is where no other graph is asked."""


@dataclass(frozen=True, slots=True)
class DrugPaths:
    """The drugs between a disease and a process, and the edges of the paths of the first that do both."""

    ranking: DrugRanking
    edges: tuple[PathEdge, ...] = ()


NO_ASSERTIONS = RankedAssertions()
"""The ranking where no assertion was found."""


@dataclass(frozen=True, slots=True)
class ReadingContext:
    """Everything that readers know of a question; none of them asks the database.

    `k` sentences and `listed` assertions may be shown. `hits` are ranked sentences, `claims` ranked
    assertions, `part_claims` those of each part where there are several, `weights` the idf weights of the
    question's words.
    Where they are needed: `bindings` name the documents that each part of the question is about, `steps` are
    all their sentences, `protocol` the sentences of the protocol that is asked for, `abstracts` those of the
    best documents of a question for yes or no, or of the publications that its parts are most likely about.
    `gene` and `drugs` hold the paths of a mechanism question, `unknown` names in one that the graph does not
    know, `fetched` what other graphs state; `paths` and
    `facts` are these as evidence for a language model.
    `notes` tell the asker how the question was read, `searched` says that sentences and assertions were
    looked for, `empty_graph` that there are none at all, `similar` what has almost the name of the question,
    `documents` those that it asks for.
    """

    question: ParsedQuestion
    settings: Settings
    k: int = 8
    listed: int = 10
    filters: Filters = EVERYTHING
    weights: Mapping[str, float] = field(default_factory=dict)
    hits: tuple[Evidence, ...] = ()
    claims: RankedAssertions = NO_ASSERTIONS
    part_claims: tuple[RankedAssertions, ...] = ()
    bindings: tuple[Binding, ...] = ()
    steps: tuple[Evidence, ...] = ()
    protocol: tuple[Evidence, ...] = ()
    abstracts: tuple[Evidence, ...] = ()
    gene: GeneRanking | None = None
    unknown: tuple[str, ...] = ()
    drugs: DrugPaths | None = None
    fetched: FetchedFacts = NOTHING_FETCHED
    paths: tuple[Evidence, ...] = ()
    facts: tuple[Evidence, ...] = ()
    notes: tuple[str, ...] = ()
    searched: bool = False
    empty_graph: bool = False
    similar: str = ""
    documents: MentioningDocuments | None = None

    @property
    def evidence(self) -> tuple[Evidence, ...]:
        """All that was found by searching, in the order in which a language model sees it."""
        return (*self.paths, *self.facts, *self.hits[: self.k], *self.claims.first)

    @property
    def shown(self) -> tuple[Evidence, ...]:
        """The part of the evidence that is shown while the answer is made."""
        return (*self.paths, *self.facts, *self.hits[: self.k], *self.claims.first[: self.k])

    @property
    def pieces(self) -> tuple[Evidence, ...]:
        """Sentences and assertions with the steps around them, as readers number them."""
        return (*self.hits, *self.claims.first, *self.steps, *self.protocol)


class Reader(Protocol):
    """Reads an answer off the evidence."""

    def read(self, context: ReadingContext) -> Draft | None:
        """Draft an answer; None where the question is for another reader."""
