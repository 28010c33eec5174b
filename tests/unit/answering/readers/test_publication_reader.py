"""Parts of sentences as answers: only from publications, the sentence cited whole, confidence kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from bioloom.answering.composition.citation_verification import verify
from bioloom.answering.constraints.document_binding import Binding
from bioloom.answering.readers.protocol_reader import read_parts
from bioloom.answering.readers.publication_reader import read_spans, readable, sentences_to_read
from bioloom.answering.readers.reading_context import ReadingContext
from bioloom.question_parsing import parse_question
from bioloom.records import Evidence
from bioloom.retrieval import PUBLICATIONS
from bioloom.settings import Settings
from bioloom.span_reader import PassageSentence, ReadSpan

WEIGHTS = {"mite": 1.0, "fever": 1.0, "spread": 1.0}
OWN_READER = Settings(reader=Path("own"))
WHY = "Why does mite fever spread?"
TITLE = Evidence(
    "Mites", 3.0, sentence_id="a:1#s0", document_id="a:1", document_title="Mites", document_kind="article"
)
DAMP = Evidence(
    "It spreads because houses are damp.",
    2.0,
    sentence_id="a:1#s1",
    document_id="a:1",
    document_title="Mites",
    document_kind="article",
)
STEP = Evidence(
    "Add 5 ml.",
    1.0,
    sentence_id="p:1#s1",
    document_id="p:1",
    document_title="Buffer",
    document_kind="protocol",
)


class Fake:
    """Finds what stands behind "because" and remembers what it was given."""

    def __init__(self, unsure: Sequence[str] = ()) -> None:
        self.unsure = unsure
        self.given: Sequence[PassageSentence] = ()
        self.asked: list[tuple[str, str]] = []

    def spans(
        self, question: str, sentences: Sequence[PassageSentence], whole: str = ""
    ) -> Sequence[ReadSpan]:
        self.given = sentences
        self.asked.append((question, whole))
        score = -4.0 if question in self.unsure else 1.0
        return [
            ReadSpan(at, each.text.index("because"), len(each.text) - 1, 0.0, 0.9, score)
            for at, each in enumerate(sentences)
            if "because" in each.text
        ]


def test_the_span_is_the_answer_and_its_sentence_the_citation() -> None:
    reader = Fake()
    hits = (TITLE, DAMP, STEP)
    told = readable(OWN_READER, parse_question(WHY), hits)
    draft = read_spans(parse_question(WHY), WEIGHTS, told, reader)
    assert reader.given == [PassageSentence(DAMP.text, "a:1", "Mites", 1)]
    assert draft.short == ("because houses are damp",)
    assert 0.5 < draft.confidence < 1
    sentences, citations = verify(replace(draft, evidence=hits), WHY)
    assert sentences[0].startswith("because houses are damp – Mites: ")
    assert [(each.sentence_id, each.text) for each in citations] == [("a:1#s1", DAMP.text)]


@pytest.mark.parametrize(
    ("question", "hits"),
    [
        ("Which step comes after adding water?", (DAMP,)),
        (WHY, (STEP, DAMP)),
        (WHY, (TITLE,)),
        (WHY, ()),
    ],
)
def test_what_is_for_other_readers_is_left_to_them(question: str, hits: tuple[Evidence, ...]) -> None:
    assert not readable(OWN_READER, parse_question(question), hits)


def test_each_part_is_read_beside_the_whole_and_a_comparison_is_one() -> None:
    both = "Why does mite fever spread, and how is it treated?"
    reader = Fake(unsure=("how is it treated?",))
    draft = read_spans(parse_question(both), WEIGHTS, [(1, DAMP)], reader)
    assert [asked for asked, _ in reader.asked] == ["Why does mite fever spread?", "how is it treated?"]
    assert {whole for _, whole in reader.asked} == {both}
    assert [part.abstained for part in draft.parts] == [False, True]
    assert draft.short == ("because houses are damp",)

    reader = Fake()
    compared = "How does mite fever in children compare with that of adults?"
    assert not read_spans(parse_question(compared), WEIGHTS, [(1, DAMP)], reader).parts
    assert reader.asked == [(compared, "")]


def test_one_reason_does_not_answer_for_two_things() -> None:
    both = "Why does mite fever spread, and why does lice plague vanish?"
    hits = [(1, replace(DAMP, text="Mite fever spreads because houses are damp.")), (2, DAMP)]
    draft = read_spans(parse_question(both), WEIGHTS, hits[:1], Fake())
    assert [part.short for part in draft.parts] == [("because houses are damp",), ()]
    assert draft.parts[1].abstained
    shared = "Mite fever spreads and lice plague vanishes because houses are damp."
    draft = read_spans(parse_question(both), WEIGHTS, [(1, replace(DAMP, text=shared))], Fake())
    assert [part.short for part in draft.parts] == [("because houses are damp",)] * 2


def test_steps_are_not_read_for_answers_where_a_publication_is() -> None:
    question = parse_question("How much ethanol is added?")
    said = replace(STEP, text="Add 5 ml of ethanol.", document_kind="article")
    assert not read_parts(question, {}, (said,)).abstained
    assert read_parts(question, {}, (said,), spared=PUBLICATIONS).abstained


def test_what_retrieval_knows_of_a_sentence_counts_beside_the_network() -> None:
    question = parse_question("Why does tungsten melting spread mites?")
    weights = {"mite": 1.0, "tungsten": 2.0, "melting": 2.0}

    def confidence(weights: dict[str, float], *told: Evidence, meant: float = 1.0) -> float:
        binding = Binding(("a:1",), probabilities={"a:1": meant})
        return read_spans(question, weights, [*enumerate(told, 1)], Fake(), [binding]).confidence

    sure = confidence({"mite": 1.0}, DAMP)
    assert confidence(weights, DAMP) < 0.5 < sure, "words of the question that stand nowhere"
    assert confidence({"mite": 1.0}, TITLE, STEP, DAMP) < sure, "a place far down the ranking"
    assert confidence({"mite": 1.0}, DAMP, meant=0.1) < sure, "a document that may not be meant"


def test_a_short_publication_that_is_meant_is_read_whole() -> None:
    rest = [replace(DAMP, text=f"It ends, because of {at}.", sentence_id=f"a:1#s{at}") for at in range(2, 30)]
    binding = Binding(("a:1",), probabilities={"a:1": 1.0})
    question = parse_question(WHY)
    context = ReadingContext(question, OWN_READER, hits=(TITLE, DAMP, STEP), bindings=(binding,))
    short = replace(context, abstracts=(TITLE, DAMP, *rest[:20]))
    told = sentences_to_read(short)
    assert [piece.text for _, piece in told] == [DAMP.text, *(each.text for each in rest[:20])]
    pieces = (*short.pieces, *short.abstracts)
    assert all(pieces[number - 1] == piece for number, piece in told)
    assert [piece for _, piece in sentences_to_read(replace(context, abstracts=(TITLE, DAMP, *rest)))] == [
        DAMP
    ]


EXCEPTED = replace(DAMP, text="L-NIL but not 7-NI significantly reduces fever because houses are damp.")


class Whole(Fake):
    """Finds one word, wherever it stands."""

    def __init__(self, word: str) -> None:
        super().__init__()
        self.word = word

    def spans(
        self, question: str, sentences: Sequence[PassageSentence], whole: str = ""
    ) -> Sequence[ReadSpan]:
        starts = [each.text.find(self.word) for each in sentences]
        return [
            ReadSpan(at, start, start + len(self.word), 0.0, 0.9, 2.0)
            for at, start in enumerate(starts)
            if start >= 0
        ]


def test_what_a_sentence_excepts_is_no_answer() -> None:
    told, asked = [(1, EXCEPTED)], parse_question("Which inhibitor reduces fever?")
    assert read_spans(asked, WEIGHTS, told, Whole("L-NIL")).short == ("L-NIL",)
    assert read_spans(asked, WEIGHTS, told, Whole("7-NI")).abstained
    denial = parse_question("Which inhibitor does not reduce fever?")
    assert read_spans(denial, WEIGHTS, told, Whole("7-NI")).short == ("7-NI",)


def test_a_sentence_that_denies_what_is_asked_is_evidence_against() -> None:
    told = [(1, replace(EXCEPTED, text="Placebo did not reduce fever."))]
    found = Whole("reduce fever")
    against = read_spans(parse_question("Does placebo reduce fever?"), WEIGHTS, told, found)
    assert against.sentences[0].text.startswith("Evidence against: ")


def test_a_question_about_what_a_sentence_excepts_is_answered_by_no() -> None:
    told, found = [(1, EXCEPTED)], Whole("reduces fever")
    against = read_spans(parse_question("Does 7-NI reduce fever?"), WEIGHTS, told, found)
    assert against.short == ("no",)
    assert against.sentences[0].text.startswith("Evidence against: ")
    shown = read_spans(parse_question("Does L-NIL reduce fever?"), WEIGHTS, told, found)
    assert shown.short == ()  # a phrase is no yes
    assert shown.sentences[0].text.startswith("Evidence: ")


class Marking:
    """Finds given words in each sentence that has them."""

    def __init__(self, *words: str) -> None:
        self.words = words

    def spans(
        self, question: str, sentences: Sequence[PassageSentence], whole: str = ""
    ) -> Sequence[ReadSpan]:
        return [
            ReadSpan(at, start, start + len(words), 0.0, 0.9, 2.0)
            for at, each in enumerate(sentences)
            for words in self.words
            if (start := each.text.find(words)) >= 0
        ]


def given(question: str, text: str, *words: str) -> tuple[str, ...]:
    """Give the short answer read off one sentence in which a network marks some words."""
    sentence = replace(DAMP, text=text)
    weights = dict.fromkeys(text.lower().split(), 1.0)
    return read_spans(parse_question(question), weights, [(1, sentence)], Marking(*words)).short


def test_the_number_of_the_group_that_is_asked_for_is_given() -> None:
    text = "Weight fell by 12.6% with the mite and by 1.1% with placebo."
    assert given("How much did weight fall with placebo?", text, "12.6%") == ("1.1%",)


def test_a_statistic_that_is_asked_for_by_name_is_given_or_nothing() -> None:
    text = "Fever fell in 43% of the patients (P = 0.02)."
    assert given("What is the p value of fever?", text, "43%") == ("P = 0.02",)
    assert given("What is the odds ratio of fever?", text, "43%") == ()


def test_a_sentence_about_another_dose_is_no_answer() -> None:
    text = "Fever fell in 43% of those that took 200 mg."
    assert given("How many fevers fell with 200 mg?", text, "43%") == ("43%",)
    assert given("How many fevers fell with 100 mg?", text, "43%") == ()


def test_of_several_statistics_of_one_name_the_one_of_the_group_is_given() -> None:
    text = "Mutants (n = 9) had an IC50 of 1.8 µM, whereas wild-type cells (n = 28) had an IC50 of 14.2 µM."
    assert given("What is the IC50 of wild-type cells?", text, "9") == ("IC50 of 14.2 µM",)
    assert given("What is the IC50 of the mutants?", text, "14.2 µM") == ("IC50 of 1.8 µM",)


def test_how_much_is_answered_by_a_number_only() -> None:
    text = "ATB-429, but not mesalamine, raised blood sulfide in 4 of 5 rats and made them well."
    asked = "By how much was blood sulfide raised by ATB-429?"
    assert given(asked, text, "raised blood sulfide") == ()
    assert given(asked, text, "4 of 5 rats") == ("4 of 5 rats",)
    assert given("In how many rats did mesalamine raise sulfide?", text, "4 of 5 rats") == ()


def test_a_sentence_about_another_number_of_a_name_is_no_answer() -> None:
    text = "Histamine raised the activity of CA II by 40%."
    assert given("By how much did histamine raise CA II?", text, "40%") == ("40%",)
    assert given("By how much did histamine raise CA IV?", text, "40%") == ()


def test_the_name_behind_the_kind_that_is_asked_for_is_given() -> None:
    text = "Weakness was mapped to a stop in exon 4 of the gene slc9, by the transcription factor Tac1b."
    assert given("Which exon has the stop?", text, "slc9") == ("exon 4",)
    factor = "Which transcription factor maps the stop?"
    assert given(factor, text, "by the transcription factor Tac1b") == ("transcription factor Tac1b",)
    assert given("Which exon has the stop?", "Weakness was mapped to a stop in slc9.", "slc9") == ()


def test_the_value_that_is_meant_answers_where_the_marked_one_is_of_another_kind() -> None:
    text = "Fever fell after 8 weeks in 1,547 patients and 41 developed weakness."
    assert given("How many developed weakness?", text, "1,547 patients") == ("41",)


def test_two_things_that_are_compared_have_a_value_each() -> None:
    text = "Fever was recorded in 18.1% of cases and 8.4% of controls."
    draft = read_spans(
        parse_question("fever rate cases vs controls"),
        dict.fromkeys(("fever", "cases", "controls"), 1.0),
        [(1, replace(DAMP, text=text))],
        Marking("8.4% of controls"),
    )
    assert draft.short == ("18.1%", "8.4%")


def test_a_list_that_both_of_two_have_is_given_whole() -> None:
    text = "Markers in the liver and the kidney were CRP, ferritin and IL-6."
    draft = read_spans(
        parse_question("Which markers were measured in the liver compared with the kidney?"),
        dict.fromkeys(("markers", "liver", "kidney"), 1.0),
        [(1, replace(DAMP, text=text))],
        Marking("CRP, ferritin and IL-6"),
    )
    assert {*draft.short} == {"CRP", "ferritin", "IL-6"}


def test_a_measure_of_what_a_publication_does_not_name_is_refused() -> None:
    text = "The minimum inhibitory concentration of meropenem was 4 mg/L."
    assert given("What was the MIC of meropenem?", text, "4 mg/L") == ("4 mg/L",)
    assert given("What was the MIC of colistin?", text, "4 mg/L") == ()


def test_more_of_the_same_words_is_no_answer_to_another_part() -> None:
    text = "Mortality was 17% with the drug and 29% with vehicle."

    class Both(Marking):
        def spans(
            self, question: str, sentences: Sequence[PassageSentence], whole: str = ""
        ) -> Sequence[ReadSpan]:
            words = "17%" if "mortality" in question else text[14:]
            return Marking(words).spans(question, sentences, whole)

    asked = parse_question("What was the mortality, and what was their blood pressure?")
    draft = read_spans(asked, {"mortality": 1.0}, [(1, replace(DAMP, text=text))], Both())
    assert [part.abstained for part in draft.parts] == [False, True]


def test_a_premise_that_the_sentence_turns_round_is_refused_with_the_sentence() -> None:
    fell = replace(DAMP, text="Mites fell because houses are dry.", document_title="Mites")
    for way, refused in (("rise", True), ("fall", False)):
        draft = read_spans(parse_question(f"Why did mites {way}?"), {"mites": 1.0}, [(1, fell)], Fake())
        assert draft.abstained == refused
        assert fell.text in draft.sentences[0].text
        assert ("opposite" in draft.reason) == refused
