"""A model's sentences held to the parts of a question, beside what the local readers believe."""

from __future__ import annotations

import json

import pytest

from bioloom.answering.composition.answer_composition import compose_answer
from bioloom.answering.composition.citation_verification import verify_parts
from bioloom.answering.composition.draft_answer import Draft
from bioloom.answering.constraints.document_binding import bind_parts
from bioloom.answering.reader_cascade import ReaderCascade
from bioloom.answering.readers.llm_writer import NOT_ASKED, READ_LOCALLY, LanguageModelReader
from bioloom.answering.readers.model_constraints import NOT_SAID, READ_WITHOUT
from bioloom.answering.readers.reading_context import ReadingContext
from bioloom.llm import Patience
from bioloom.question_parsing import parse_question
from bioloom.records import Answer, Evidence
from bioloom.settings import Settings
from model_endpoint import Endpoint

QUICK = Patience(total=5.0, call=5.0, first_wait=0.01, attempts=1)

FUNGI = "DNA extraction from fungi"
PHENOL = "Phenol/chloroform extraction"
RARE = frozenset({"phenol", "chloroform"})


def _step(number: int, text: str, title: str = FUNGI) -> Evidence:
    document = f"wlp:{title[:4].lower()}"
    return Evidence(text, 3.0, f"{document}#s{number}", document, title, "protocol")


DRIED = _step(3, "Air-dry the pellet for 7 min.")
HEATED = _step(1, "Incubate the powder in lysis buffer at 64 °C for 30 min.")
STEPS = (
    HEATED,
    _step(2, "Spin at 4 °C for 10 min and discard the supernatant."),
    DRIED,
    _step(4, "Add 50 µl of TE buffer and flick the tube."),
    _step(1, "Add one volume of phenol and vortex for 20 s.", PHENOL),
    _step(2, "Transfer the aqueous phase to a new tube.", PHENOL),
)


def _context(question: str, settings: Settings) -> ReadingContext:
    parsed = parse_question(question)
    weights = {word: 9.0 if word in RARE else 4.0 for word in parsed.terms}
    bindings = bind_parts(parsed, weights, STEPS)
    return ReadingContext(parsed, settings, weights=weights, hits=STEPS, bindings=bindings, searched=True)


def _ask(endpoint: Endpoint, question: str, *said: tuple[str, Evidence]) -> Answer:
    """Ask with a model that says each sentence with the whole text of a piece as its quote."""
    sentences = [
        {"text": text, "citations": [{"id": 1 + STEPS.index(piece), "quote": piece.text}]}
        for text, piece in said
    ]
    endpoint.replies = [json.dumps({"abstain": not said, "reason": "not there", "sentences": sentences})]
    context = _context(question, endpoint.settings)
    draft = LanguageModelReader(ReaderCascade(), patience=QUICK).read(context)
    assert draft is not None
    return compose_answer(question, draft, *verify_parts(draft, question))


def _local(question: str) -> Draft:
    return ReaderCascade().read(_context(question, Settings()))


@pytest.mark.parametrize(
    ("question", "said", "piece"),
    [
        (f"How long is the pellet air-dried in the {PHENOL} protocol?", "For 7 min.", DRIED),
        (f"How long is the powder incubated at 95 °C in {FUNGI}?", "For 30 min.", HEATED),
        (f"How long is the pellet air-dried in {FUNGI}?", "The pellet is air-dried.", DRIED),
    ],
)
def test_another_document_another_value_or_kind_answers_nothing(
    endpoint: Endpoint, question: str, said: str, piece: Evidence
) -> None:
    answer = _ask(endpoint, question, (said, piece))
    assert answer.model_error == NOT_ASKED
    assert answer.model.startswith("local (")
    assert said not in answer.answer


def test_the_confidence_is_that_of_the_local_readers_and_the_share_that_is_kept(endpoint: Endpoint) -> None:
    question = f"How long is the pellet air-dried in {FUNGI}?"
    local = _local(question)
    assert not local.abstained
    answer = _ask(endpoint, question, ("The pellet is air-dried for 7 min.", DRIED))
    assert (answer.answer, answer.model) == ("The pellet is air-dried for 7 min. [1]", "tiny")
    assert answer.confidence == pytest.approx(local.confidence, abs=1e-3)
    half = _ask(endpoint, question, ("The pellet is air-dried for 7 min.", DRIED), ("For 9 min.", DRIED))
    assert half.confidence == pytest.approx(local.confidence / 2, abs=1e-3)
    other = _ask(endpoint, question, ("For 10 min.", STEPS[1]))
    assert other.confidence < local.confidence / 2


def test_what_the_local_readers_do_not_read_has_no_confidence(endpoint: Endpoint) -> None:
    answer = _ask(endpoint, "Wie lange wird das Pellet getrocknet?", ("7 min.", DRIED))
    assert (answer.answer, answer.confidence) == ("7 min. [1]", 0.0)


def test_a_part_that_the_model_leaves_out_is_read_locally_or_named(endpoint: Endpoint) -> None:
    dried = ("The pellet is air-dried for 7 min.", DRIED)
    both = f"How long is the pellet air-dried and how much TE buffer is added in {FUNGI}?"
    answer = _ask(endpoint, both, dried)
    assert [part.abstained for part in answer.parts] == [False, False]
    assert answer.parts[0].answer == "The pellet is air-dried for 7 min. [1]"
    assert "50 µl" in answer.parts[1].answer
    assert READ_WITHOUT in answer.parts[1].answer
    half = f"How long is the pellet air-dried and at which pH is it dissolved in {FUNGI}?"
    answer = _ask(endpoint, half, dried)
    assert [part.abstained for part in answer.parts] == [False, True]
    assert "Not answered, “at which pH" in answer.answer
    assert NOT_SAID not in answer.answer
    whole = _ask(endpoint, both, dried, ("Then 50 µl of TE buffer are added.", STEPS[3]))
    assert READ_WITHOUT not in whole.answer
    assert [part.answer[-3:] for part in whole.parts] == ["[1]", "[2]"]
    one = _ask(endpoint, both, ("It is dried for 7 min and 50 µl of TE buffer are added.", DRIED))
    assert one.model_error, "50 µl stand in no quote"


def test_an_abstention_shows_what_is_known(endpoint: Endpoint) -> None:
    known = _ask(endpoint, f"How long is the powder incubated at 95 °C in {FUNGI}?")
    assert known.abstained
    assert known.model == "tiny"
    assert [citation.sentence_id for citation in known.citations] == [HEATED.sentence_id]
    read = _ask(endpoint, f"How long is the pellet air-dried in {FUNGI}?")
    assert read.abstained
    assert f"{READ_LOCALLY} 7 min" in read.answer
    assert [citation.sentence_id for citation in read.citations] == [DRIED.sentence_id]
