"""Abstract reader: yes or no from whole abstracts, or the nearest finding."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from bioloom.answering.composition.answer_wording import title_prefix
from bioloom.answering.composition.draft_answer import Draft, DraftSentence, Quote
from bioloom.answering.constraints.question_coverage import LEAST_COVERAGE
from bioloom.answering.readers.assertion_reader import AssertionReader
from bioloom.answering.readers.reading_context import ReadingContext
from bioloom.answering.readers.yes_no_maybe import Verdict, judge
from bioloom.answering.texts.document_titles import is_title
from bioloom.answering.texts.polarity import excepts, read_finding
from bioloom.answering.texts.stated_directions import effect_of
from bioloom.answering.texts.stated_findings import (
    AskedFinding,
    StatedFinding,
    asked_finding,
    concludes,
    is_open,
    stated_findings,
)
from bioloom.question_parsing import ASKING_WORDS, ParsedQuestion, QuestionType
from bioloom.records import Evidence
from bioloom.retrieval.weighted_overlap import covered_share, stems_of

LEAST_PROBABILITY = 0.7
"""Probability from which yes or no is said: three in four of such were right (docs/evaluation.md)."""

MOST_CONFIDENCE = 0.78
"""The most that a probability is worth: no share of the surest was right more often (docs/evaluation.md)."""

ABOUT = 0.75
"""Weighted share of the question's words that an abstract must hold to be about it."""

ENTITLED = 0.9
"""Weighted share of the question's words from which a title says that the abstract answers the question."""

SHORTEST = 5
"""Sentences that an abstract has at least; the weights were not fitted on shorter ones."""

BOTH = 0.8
"""Share of the words for both things of a question that a sentence must hold to be cited for its abstract."""

HELD = 0.6
"""Weighted share of the question's words that a sentence must hold to be quoted."""

FEWEST = 2
"""Content words of a question to which a finding can be near."""

RESULTS = ("no difference", "p below 0.05", "p above 0.05", "significant", "related")
"""Marks of sentences, one of which shows that a document tells of results and is no list of steps."""

STATED = 0.72
"""Confidence of what one sentence states of both things of a question (docs/experiments/choices.md)."""

EARLY = 0.4
"""Share of a document that tells what was known and done before it tells what was found."""

SEVERAL, PREVAILING = 2, 0.8
"""Sentences of an article that must state the same, and their share of those that state anything."""

LONGEST = 24
"""Sentences up to which a document is judged as a whole; the weights were fitted on abstracts."""

_CONFLICT = 0.7
"""What is left of the confidence where abstracts disagree."""


class YesNoReader:
    """Says "probably yes" or "probably no" where abstracts say so and no assertion settles it."""

    def read(self, context: ReadingContext) -> Draft | None:
        """Read the whole abstracts of the best sentences."""
        if context.question.type.kind != "closed" or not context.abstracts:
            return None
        stated = AssertionReader().read(context)
        if stated is not None and stated.confidence >= LEAST_COVERAGE:
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
    """Say "probably yes" or "probably no", or which of two directions, with the sentence that tells most.

    `sentences` are whole documents in the order of their text, one after the other; `before` pieces of
    evidence stand before them. None where the question is none for yes or no, or asks for a denial, or no
    abstract is about it and says so in a sentence about what is asked. Protocols are no abstracts. Abstracts
    that disagree are all shown, which is said, and lower the confidence.
    """
    if question.type.kind != "closed" or question.type.negative:
        return None
    telling = {word: weight for word, weight in weights.items() if word not in ASKING_WORDS}
    numbered = list(enumerate(sentences, before + 1))
    found = []
    for _, each in groupby(numbered, key=lambda one: one[1].document_id):
        said = _said(question.text, telling, list(each))
        if said is not None:
            found.append(said)
    if not found:
        return None
    found.sort(key=lambda one: -one.belief)
    if len({said.answer for said in found}) > 1:
        return _disagreement(found)
    best = found[0]
    lead = f"Probably {best.answer}" if best.answer in ("yes", "no") else best.answer.capitalize()
    shown = tuple(_sentence(lead, said.cited) for said in found)
    return Draft(shown, confidence=min(best.belief, MOST_CONFIDENCE), short=(best.answer,))


def _disagreement(found: Sequence[_DocumentVerdict]) -> Draft:
    """Say that abstracts disagree, with the sentence that tells most for each answer and document."""
    leads = [said.answer.capitalize() for said in found]
    leads[0] = f"Studies disagree. {leads[0]}"
    shown = tuple(_sentence(lead, said.cited) for lead, said in zip(leads, found, strict=True))
    return Draft(shown, confidence=min(found[0].belief, MOST_CONFIDENCE) * _CONFLICT)


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
        abstract = _about(telling, list(each))
        if abstract:
            held = [covered_share(telling, stems_of(piece.text)) for _, piece in abstract]
            late = [share * (1 + at / len(abstract)) for at, share in enumerate(held)]
            place = late.index(max(late))
            if held[place] >= HELD:
                return Draft((_sentence("Closest finding", abstract[place]),), confidence=held[place] / 2)
    return None


def _about(
    telling: Mapping[str, float], document: Sequence[tuple[int, Evidence]]
) -> Sequence[tuple[int, Evidence]]:
    """Give the sentences of a document but for its title, none if it is no abstract about the question."""
    known = frozenset().union(*(stems_of(piece.text) for _, piece in document))
    return _abstract_sentences(document) if covered_share(telling, known) >= ABOUT else ()


def _abstract_sentences(document: Sequence[tuple[int, Evidence]]) -> Sequence[tuple[int, Evidence]]:
    """Give the sentences of a document but for its title, none if it tells of no results."""
    abstract = [one for one in document if not is_title(one[1])]
    steps = any(node.type == "verb" for _, piece in document for node in piece.subgraph.nodes)
    results = any(read_finding(piece.text)[mark] for _, piece in abstract for mark in RESULTS)
    return () if steps or not results or len(abstract) < SHORTEST else abstract


def _sentence(lead: str, cited: tuple[int, Evidence]) -> DraftSentence:
    number, piece = cited
    return DraftSentence(f"{lead}: {title_prefix(piece)}“{piece.text}”", (Quote(number, piece.text),))


@dataclass(frozen=True, slots=True)
class _DocumentVerdict:
    """What a document says, how sure that is, and its sentence that tells most, with its number."""

    answer: str
    belief: float
    cited: tuple[int, Evidence]


def _said(
    question: str, telling: Mapping[str, float], document: Sequence[tuple[int, Evidence]]
) -> _DocumentVerdict | None:
    """Give what a document says, and how sure that is: by a sentence that states it, else by the abstract as
    a whole, which counts more where the title is the question; None where nothing is said."""
    asked = asked_finding(question, telling)
    abstract = _abstract_sentences(document)
    if not abstract:
        return None
    findings = [] if asked is None else stated_findings(asked, [piece for _, piece in abstract])
    if asked is not None and asked.choice:
        return _chosen(asked, findings, abstract)
    excepting = [one for one in abstract if _excepts(one[1].text, question, telling)]
    if excepting:  # "inducible but not neuronal NO synthase"
        return _DocumentVerdict("no", STATED, excepting[0])
    whole = judge(question, [piece.text for _, piece in abstract]) if len(abstract) <= LONGEST else None
    sure = whole is not None and whole.answer != "maybe" and whole.belief >= LEAST_PROBABILITY
    entitled = covered_share(telling, stems_of(abstract[0][1].document_title or "")) >= ENTITLED
    if not (sure and entitled) and (stated := _stated(findings, abstract, whole)) is not None:
        return stated
    contrary = any(each.full and each.verdict for each in findings) and not entitled
    if whole is None or contrary or not sure or not _about(telling, document):
        return None
    places = _citable(telling, abstract, whole.answer, findings, asked=asked is not None, entitled=entitled)
    place = _choose_citation(
        telling, [piece.text for _, piece in abstract], places, denied=whole.answer == "no"
    )
    return None if place is None else _DocumentVerdict(whole.answer, whole.belief, abstract[place])


def _excepts(text: str, question: str, telling: Mapping[str, float]) -> bool:
    """Say whether a sentence about the question excepts what is asked about."""
    return excepts(text, question) and covered_share(telling, stems_of(text)) >= HELD


def _citable(
    telling: Mapping[str, float],
    abstract: Sequence[tuple[int, Evidence]],
    answer: str,
    findings: Sequence[StatedFinding],
    *,
    asked: bool,
    entitled: bool,
) -> list[int]:
    """List the sentences that may be cited for what an abstract says as a whole: where its title is not the
    question, those that state the answer of what is `asked`, or hold its words if that is unclear."""
    if asked and not entitled:
        return [each.place for each in findings if each.verdict == answer and each.held >= BOTH]
    other = {each.place for each in findings if each.verdict not in (None, answer)}
    texts = {place: piece.text for place, (_, piece) in enumerate(abstract) if place not in other}
    return [
        place
        for place, text in texts.items()
        if not is_open(text) and (entitled or covered_share(telling, stems_of(text)) >= HELD)
    ]


def _stated(
    findings: Sequence[StatedFinding], abstract: Sequence[tuple[int, Evidence]], whole: Verdict | None
) -> _DocumentVerdict | None:
    """Give what sentences state that hold what is acted on: a denial, or a claim that concludes or that the
    abstract as a `whole` bears out, or what most sentences of an article state; None where they disagree."""
    full = [each for each in findings if each.full and each.verdict is not None]
    if whole is None:
        full = _prevailing([each for each in full if each.held == 1])
    if len({each.verdict for each in full}) != 1:
        return None
    best = max(full, key=lambda each: (each.literal, each.held, each.place if whole else -each.place))
    answer = str(best.verdict)
    if answer == "yes" and not _borne_out(best, abstract, whole):
        return None
    borne_out = whole is not None and whole.answer == answer
    belief = whole.belief if whole is not None and borne_out else 0.0
    return _DocumentVerdict(answer, max(STATED, belief), abstract[best.place])


def _borne_out(
    stated: StatedFinding, abstract: Sequence[tuple[int, Evidence]], whole: Verdict | None
) -> bool:
    """Say whether a claim is more than what was known before: the abstract as a whole bears it out, or it
    concludes. Of an article several sentences were asked for."""
    if whole is None:
        return True
    late = (stated.place + 1) / len(abstract) > EARLY
    return late and (whole.answer == "yes" or concludes(abstract[stated.place][1].text))


def _prevailing(stated: Sequence[StatedFinding]) -> list[StatedFinding]:
    """Give what several sentences of an article state alike; nothing where too many state the opposite."""
    for verdict in ("yes", "no"):
        alike = [each for each in stated if each.verdict == verdict]
        if len(alike) >= SEVERAL and len(alike) >= PREVAILING * len(stated):
            return alike
    return []


def _chosen(
    asked: AskedFinding, findings: Sequence[StatedFinding], abstract: Sequence[tuple[int, Evidence]]
) -> _DocumentVerdict | None:
    """Give that of two directions which the best sentence states; "neither" where it denies both."""
    found = [each for each in findings if each.effect is not None]
    if not found:
        return None
    best = max(found, key=lambda each: (each.full, each.held, each.place))
    named: dict[str | None, str] = {effect_of(word): word for word in asked.choice}
    return _DocumentVerdict(named.get(best.effect, "neither"), STATED, abstract[best.place])


def _choose_citation(
    telling: Mapping[str, float], texts: Sequence[str], places: Sequence[int], *, denied: bool
) -> int | None:
    """Find the late sentence that holds most of the question, and denies or claims as the answer does."""

    def weight(place: int) -> float:
        finding = read_finding(texts[place])
        against = finding["denied"] or finding["p above 0.05"]
        held = covered_share(telling, stems_of(texts[place]))
        return (0.1 + held) * (place + 1) / len(texts) * (1.0 if bool(against) == denied else 0.3)

    return max(places, key=weight, default=None)
