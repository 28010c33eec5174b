"""Plan warming: the statements of a question are planned before somebody asks one.

A server that has just started plans its first statements as slowly as its Java is cold, a question's for
seconds. A process that nobody waits for lets it plan them, by gathering the evidence of two questions.
"""

from contextlib import suppress

from bioloom.errors import BioloomError
from bioloom.graph.server.processes import detach
from bioloom.settings import Settings

_QUESTIONS = ("How long are the cells incubated?", "Through which gene does aspirin treat pain?")
"""One of each kind that has statements of its own: steps and assertions, paths of a mechanism."""


def begin_warming() -> None:
    """Begin to warm the server in use, in the background."""
    detach(__name__)


def warm_plans(settings: Settings) -> int:
    """Gather evidence as for a question, and say how much was found; nothing is where no server answers."""
    from bioloom.answering.evidence_gathering import gather_evidence
    from bioloom.graph import open_graph
    from bioloom.question_parsing import parse_question
    from bioloom.retrieval import document_titles

    found = 0
    with suppress(BioloomError), open_graph(settings) as graph:
        for question in _QUESTIONS:
            context = gather_evidence(graph, settings, parse_question(question), k=8)
            found += len(context.evidence)
        document_titles(graph, ["none"])
    return found


if __name__ == "__main__":
    warm_plans(Settings())
