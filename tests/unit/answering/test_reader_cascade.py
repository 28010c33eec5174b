"""What the readers say together where none of them answers."""

import pytest

from bioloom.answering import reader_cascade
from bioloom.answering.assertion_reader import AssertionReader
from bioloom.answering.draft_answer import Draft
from bioloom.answering.publication_reader import PublicationReader
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


class Asserts(AssertionReader):
    """Answers from assertions, with a word of the question left open if it has one."""

    def __init__(self, unsaid: tuple[str, ...] = ()) -> None:
        self.unsaid = unsaid

    def read(self, context: ReadingContext) -> Draft:
        return Draft(short=("asserted",), confidence=0.9, unsaid=self.unsaid)


class Reads(PublicationReader):
    """Answers with a part of a sentence."""

    def __init__(self, confidence: float) -> None:
        self.confidence = confidence

    def read(self, context: ReadingContext) -> Draft:
        return Draft(short=("read",), confidence=self.confidence, needed=0.45)


@pytest.mark.parametrize(
    ("question", "unsaid", "confidence", "given"),
    [
        ("Which drugs treat asthma?", (), 0.8, "asserted"),
        ("Which drugs treat asthma in children?", ("children",), 0.8, "read"),
        ("Which drugs treat asthma in children?", ("children",), 0.4, "asserted"),
        ("How does metformin lower glucose?", (), 0.5, "read"),
        ("How long was metformin given?", (), 0.5, "read"),
    ],
)
def test_a_sentence_that_answers_goes_before_assertions_that_leave_the_question_open(
    question: str, unsaid: tuple[str, ...], confidence: float, given: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reader_cascade, "COMPARED", (Asserts(unsaid), Reads(confidence)))
    context = ReadingContext(parse_question(question), Settings(), hits=HITS, searched=True)
    assert ReaderCascade().read(context).short == (given,)
