"""What the readers say together where none of them answers."""

from dataclasses import replace

import pytest

from bioloom.answering import reader_cascade
from bioloom.answering.composition.draft_answer import Draft, DraftSentence, Quote
from bioloom.answering.constraints.document_binding import Binding
from bioloom.answering.reader_cascade import NOT_ENGLISH, ReaderCascade
from bioloom.answering.readers.assertion_reader import AssertionReader
from bioloom.answering.readers.protocol_reader import ProtocolReader
from bioloom.answering.readers.publication_reader import PublicationReader
from bioloom.answering.readers.reading_context import ReadingContext
from bioloom.question_parsing import parse_question
from bioloom.records import Evidence
from bioloom.settings import Settings

HITS = tuple(
    Evidence(f"Cut the {title}.", 1.0, f"wlp:{title}#s1", f"wlp:{title}", title)
    for title in ("tail", "ear", "ear", "toe", "fin")
)


def test_a_refusal_names_the_nearest_documents_each_once() -> None:
    question = parse_question("How do I isolate Keratin from whiskers?")
    draft = ReaderCascade().read(ReadingContext(question, Settings(), hits=HITS))
    assert draft.abstained
    assert draft.reason.endswith("The nearest documents: “tail”, “ear”, “toe”.")


@pytest.mark.parametrize(
    ("asked", "word"), [("tell me a joke", "joke"), ("What treats depression?", "depression")]
)
def test_a_question_none_of_whose_words_was_found_is_refused(asked: str, word: str) -> None:
    """A step with treated water was the answer to the second."""
    treated = Evidence("Add DEPC treated water.", 1.0, "wlp:rna#s1", "wlp:rna", "rna")
    question = parse_question(asked)
    draft = ReaderCascade().read(ReadingContext(question, Settings(), hits=(*HITS, treated), searched=True))
    assert (draft.abstained, draft.reason) == (True, f"No sentence that was found mentions: {word}.")


@pytest.mark.parametrize(
    "asked",
    [
        "Wie lange werden die Zellen inkubiert?",
        "Combien de temps dure le choc?",
        "¿Cómo se lava el gel con agua?",
    ],
)
def test_a_question_in_another_language_is_told_so(asked: str) -> None:
    draft = ReaderCascade().read(ReadingContext(parse_question(asked), Settings(), hits=HITS))
    assert (draft.abstained, draft.reason) == (True, NOT_ENGLISH)


class Refuses(PublicationReader):
    """Shows the second sentence as the nearest."""

    def read(self, context: ReadingContext) -> Draft:
        nearest = DraftSentence("The nearest sentence", (Quote(2, HITS[1].text),))
        return Draft((nearest,), abstained=True, reason="Nothing answers.", needed=0.45, evidence=HITS)


class Steps(ProtocolReader):
    """Refuses with a step that it knows of."""

    def read(self, context: ReadingContext) -> Draft:
        known = DraftSentence("It does say", (Quote(1, HITS[0].text),))
        reason = "It does not mention: whiskers."
        return Draft((known,), abstained=True, reason=reason, asked="whiskers", needed=0.45)


@pytest.mark.parametrize(
    ("binding", "reason"),
    [
        (Binding(), "Nothing answers."),
        (Binding(("wlp:ear",), named=True), "Nothing answers."),
        (Binding(("wlp:tail",), named=True), "It does not mention: whiskers."),
        (Binding(unknown="whisker protocol"), "It does not mention: whiskers."),
    ],
)
def test_the_nearest_sentence_is_shown_where_the_question_may_mean_its_document(
    binding: Binding, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reader_cascade, "COMPARED", (Steps(), Refuses()))
    question = parse_question("How do I isolate Keratin from whiskers?")
    context = ReadingContext(question, Settings(), hits=HITS, bindings=(binding,))
    assert ReaderCascade().read(context).reason == reason


class Asserts(AssertionReader):
    """Answers from assertions, with a word of the question left open if it has one."""

    def __init__(self, unsaid: tuple[str, ...] = (), counted: int = 0) -> None:
        self.unsaid = unsaid
        self.counted = counted

    def read(self, context: ReadingContext) -> Draft:
        return Draft(short=("asserted",), confidence=0.9, unsaid=self.unsaid, counted=self.counted)


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
        ("Which drugs treat asthma?", (), 0.99, "asserted"),
        ("Does metformin treat asthma?", (), 0.99, "asserted"),
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
    hits = (replace(HITS[0], text=question),)
    context = ReadingContext(parse_question(question), Settings(), hits=hits, searched=True)
    assert ReaderCascade().read(context).short == (given,)


@pytest.mark.parametrize(
    ("unsaid", "counted", "given"), [((), 16, "asserted"), ((), 0, "read"), (("bone",), 16, "read")]
)
def test_things_that_are_counted_go_before_a_sentence(
    unsaid: tuple[str, ...], counted: int, given: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reader_cascade, "COMPARED", (Asserts(unsaid, counted), Reads(0.96)))
    question = parse_question("How many genes are associated with Paget's disease of bone?")
    context = ReadingContext(question, Settings(), hits=HITS, searched=True)
    assert ReaderCascade().read(context).short == (given,)


class Invents(AssertionReader):
    """Answers, most surely, with a quote that stands nowhere."""

    def read(self, context: ReadingContext) -> Draft:
        invented = DraftSentence("It cures 12 things.", (Quote(1, HITS[0].text),))
        return Draft((invented,), confidence=1.0, evidence=HITS)


@pytest.mark.parametrize("place", ["DECISIVE", "COMPARED"])
def test_a_draft_that_cannot_be_verified_silences_no_other_reader(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reader_cascade, "DECISIVE", ())
    monkeypatch.setattr(reader_cascade, "COMPARED", (Reads(0.5),))
    monkeypatch.setattr(reader_cascade, place, (Invents(), *getattr(reader_cascade, place)))
    context = ReadingContext(parse_question("Which drugs treat asthma?"), Settings(), hits=HITS)
    assert ReaderCascade().read(context).short == ("read",)
