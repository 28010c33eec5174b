"""Services without a graph: they answer at once, with what was asked, or fail as the question says."""

from collections.abc import Sequence

from bioloom.answering import Listener
from bioloom.errors import BioloomError, DatabaseUnavailable, ModelUnavailable, UsageError
from bioloom.records import Answer, Citation, Evidence
from bioloom.records.predicate_mapping import Claim, Standardized
from bioloom.retrieval import EVERYTHING, Filters
from bioloom.serving import Services
from bioloom.serving.graph_access.overview import Overview
from toy_services import toy_services

TOKEN = "t" * 43
KEY = {"Authorization": f"Bearer {TOKEN}"}

NOTHING = Overview(0, 0, 0, (), ())

FAULTS: dict[str, Exception] = {
    "down": DatabaseUnavailable("no Neo4j answers"),
    "model": ModelUnavailable("the model does not answer"),
    "usage": UsageError("not like this"),
    "ours": BioloomError("that went wrong"),
    "bug": ZeroDivisionError("secret detail"),
}


def ask(
    question: str,
    *,
    k: int,
    llm: bool | None,
    filters: Filters = EVERYTHING,
    listener: Listener | None = None,
    federate: bool = False,
) -> Answer:
    """Answer with what was asked, or fail as the question says, at once or after the evidence."""
    if question in FAULTS:
        raise FAULTS[question]
    cited = (Citation(1, "Elute at 65 °C.", 2.5, "lab:a#s0", "lab:a"),)
    if listener is not None:
        listener.evidence(cited)
        if question.removeprefix("late ") in FAULTS:
            raise FAULTS[question.removeprefix("late ")]
        for piece in ("65 °C\n", "\u2028data: x", "<b>"):
            listener.text(piece)
    if federate:
        return Answer(question, "asked widely", False, 0.9, cited, notes=("http://x was left out: late.",))
    if filters.narrow:
        return Answer(question, f"{filters}", False, 0.9, cited)
    return Answer(question, f"65 °C [1] (k={k}, llm={llm})", False, 0.9, cited)


def retrieve(question: str, *, method: str, k: int, filters: Filters = EVERYTHING) -> tuple[Evidence, ...]:
    """Find one sentence that says how it was asked."""
    if filters.narrow:
        return ()
    return (Evidence(f"{question} {method} {k}", 1.5, "lab:a#s0", "lab:a", bm25=1.0, graph_matches=2),)


def standardize(claims: Sequence[Claim]) -> tuple[Standardized, ...]:
    """Map what treats; nothing else fits."""
    return tuple(
        Standardized("biolink:treats", 0.9, "toy", negated=claim.text.startswith("not"), swapped=True)
        if claim.relationship == "treated by"
        else Standardized(None, 0.0, "rules", reason="NO_PREDICATE")
        for claim in claims
    )


def services(ready: bool = True) -> Services:
    return toy_services(
        ask=ask,
        retrieve=retrieve,
        ready=lambda: ready,
        standardize=standardize,
        overview=lambda: NOTHING,
    )
