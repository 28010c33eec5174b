"""Abstract reader: yes or no from whole abstracts, or the nearest finding."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from bioloom.answering.answer_wording import is_title, title_prefix
from bioloom.answering.assertion_reader import AssertionReader
from bioloom.answering.draft_answer import Draft, DraftSentence, Quote
from bioloom.answering.polarity import excepts, read_finding
from bioloom.answering.question_coverage import ENOUGH
from bioloom.answering.reading_context import ReadingContext
from bioloom.answering.yes_no_maybe import judge
from bioloom.question_parsing import ASKING_WORDS, ParsedQuestion, QuestionType
from bioloom.records import Evidence
from bioloom.retrieval.weighted_overlap import covered_share, stems_of

SURE = 0.7
"""Probability from which yes or no is said: three in four of such were right (docs/evaluation.md)."""

SUREST = 0.78
"""The most that a probability is worth: no share of the surest was right more often (docs/evaluation.md)."""

ABOUT = 0.75
"""Weighted share of the question's words that an abstract must hold to be about it."""

SHORTEST = 5
"""Sentences that an abstract has at least; the weights were not fitted on shorter ones."""

HELD = 0.6
"""Weighted share of the question's words that a sentence must hold to be quoted."""

FEWEST = 2
"""Content words of a question to which a finding can be near."""

RESULTS = ("no difference", "p below 0.05", "p above 0.05", "significant", "related")
"""Marks of sentences, one of which shows that a document tells of results and is no list of steps."""

_CONFLICT = 0.7
"""What is left of the confidence where abstracts disagree."""


class YesNoReader:
    """Says "probably yes" or "probably no" where abstracts are sure and no assertion settles it."""

    def read(self, context: ReadingContext) -> Draft | None:
        """Read the whole abstracts of the best sentences."""
        if context.question.type.kind != "closed" or not context.abstracts:
            return None
        stated = AssertionReader().read(context)
        if stated is not None and stated.confidence >= ENOUGH:
            return None
        before = len(context.pieces)
        draft = read_abstracts(context.question, context.weights, context.abstracts, before=before)
        return draft and replace(draft, evidence=(*context.pieces, *context.abstracts))


class NearestFindingReader:
    """Quotes the sentence of an abstract that comes nearest to a question for yes or no."""

    def read(self, context: ReadingContext) -> Draft | None:
        """Read the whole abstracts of the best sentences."""
        before = len(context.pieces)
        draft = quote_abstract(context.question.type, context.weights, context.abstracts, before=before)
        return draft and replace(draft, evidence=(*context.pieces, *context.abstracts))


def read_abstracts(
    question: ParsedQuestion,
    weights: Mapping[str, float],
    sentences: Sequence[Evidence],
    *,
    before: int,
) -> Draft | None:
    """Say "probably yes" or "probably no" with the sentence that tells most, for each abstract that is sure.

    `sentences` are whole documents in the order of their text, one after the other; `before` pieces of
    evidence stand before them. None where the question is none for yes or no, or asks for a denial, or no
    abstract is about it and sure. Protocols are no abstracts. Abstracts that disagree are all shown, and
    lower the confidence.
    """
    if question.type.kind != "closed" or question.type.negative:
        return None
    telling = {word: weight for word, weight in weights.items() if word not in ASKING_WORDS}
    numbered = list(enumerate(sentences, before + 1))
    found = []
    for _, each in groupby(numbered, key=lambda one: one[1].document_id):
        document = list(each)
        said = _said(question.text, telling, document)
        if said is not None:
            found.append(said)
    if not found:
        return None
    found.sort(key=lambda one: -one[1])
    answer, belief, _ = found[0]
    disagree = any(other != answer for other, _, _ in found)
    return Draft(
        tuple(sentence for _, _, sentence in found),
        confidence=min(belief, SUREST) * (_CONFLICT if disagree else 1.0),
        short=() if disagree else (answer,),
    )


def quote_abstract(
    asked: QuestionType, weights: Mapping[str, float], sentences: Sequence[Evidence], *, before: int
) -> Draft | None:
    """Quote what comes nearest to a question for yes or no, and say neither.

    For abstracts of which `read_abstracts` is not sure. Confidence is half the weighted share of the
    question's words that the sentence holds, which was not calibrated. None where that share is too small or
    the question says too little ("Do you like me?").
    """
    if asked.kind != "closed":
        return None
    telling = {word: weight for word, weight in weights.items() if word not in ASKING_WORDS}
    if len(telling) < FEWEST:
        return None
    numbered = list(enumerate(sentences, before + 1))
    for _, each in groupby(numbered, key=lambda one: one[1].document_id):
        told = _about(telling, list(each))
        if told:
            held = [covered_share(telling, stems_of(piece.text)) for _, piece in told]
            late = [share * (1 + at / len(told)) for at, share in enumerate(held)]
            place = late.index(max(late))
            if held[place] >= HELD:
                return Draft((_sentence("Closest finding", told[place]),), confidence=held[place] / 2)
    return None


def _about(
    telling: Mapping[str, float], document: Sequence[tuple[int, Evidence]]
) -> Sequence[tuple[int, Evidence]]:
    """Give the sentences of a document but for its title, none if it is no abstract about the question."""
    told = [one for one in document if not is_title(one[1])]
    steps = any(node.type == "verb" for _, piece in document for node in piece.subgraph.nodes)
    known = frozenset().union(*(stems_of(piece.text) for _, piece in document))
    results = any(read_finding(piece.text)[mark] for _, piece in told for mark in RESULTS)
    if steps or not results or len(told) < SHORTEST or covered_share(telling, known) < ABOUT:
        return ()
    return told


def _sentence(lead: str, told: tuple[int, Evidence]) -> DraftSentence:
    number, piece = told
    return DraftSentence(f"{lead}: {title_prefix(piece)}“{piece.text}”", (Quote(number, piece.text),))


def _said(
    question: str, telling: Mapping[str, float], document: Sequence[tuple[int, Evidence]]
) -> tuple[str, float, DraftSentence] | None:
    """Give yes or no, how sure, and the sentence that tells most; None where an abstract says neither."""
    told = _about(telling, document)
    if not told:
        return None
    texts = [piece.text for _, piece in told]
    verdict = judge(question, texts)
    if verdict.answer == "maybe" or verdict.belief < SURE:
        return None
    excepting = next((place for place, text in enumerate(texts) if excepts(text, question)), None)
    if excepting is not None:  # "inducible but not neuronal NO synthase"
        return "no", verdict.belief, _sentence("Probably no", told[excepting])
    place = _most_telling(telling, texts, denied=verdict.answer == "no")
    return verdict.answer, verdict.belief, _sentence(f"Probably {verdict.answer}", told[place])


def _most_telling(telling: Mapping[str, float], texts: Sequence[str], *, denied: bool) -> int:
    """Find the late sentence that holds most of the question, and denies or claims as the answer does."""

    def weight(place: int) -> float:
        finding = read_finding(texts[place])
        against = finding["denied"] or finding["p above 0.05"]
        held = covered_share(telling, stems_of(texts[place]))
        return (0.1 + held) * (place + 1) / len(texts) * (1.0 if bool(against) == denied else 0.3)

    return max(range(len(texts)), key=weight)
