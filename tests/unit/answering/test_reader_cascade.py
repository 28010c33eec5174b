"""What the readers say together where none of them answers."""

from bioloom.answering.reader_cascade import ReaderCascade
from bioloom.answering.reading_context import ReadingContext
from bioloom.question_parsing import parse_question
from bioloom.records import Evidence
from bioloom.settings import Settings

HITS = tuple(
    Evidence(f"Cut the {title}.", 1.0, f"wlp:{title}#s1", f"wlp:{title}", title)
    for title in ("tail", "ear", "ear", "toe", "fin")
)


def test_a_refusal_names_the_nearest_documents_each_once() -> None:
    question = parse_question("How do I isolate DNA from whiskers?")
    draft = ReaderCascade().read(ReadingContext(question, Settings(), hits=HITS))
    assert draft.abstained
    assert draft.reason.endswith("The nearest documents: “tail”, “ear”, “toe”.")
