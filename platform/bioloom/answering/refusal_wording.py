"""Refusals: why a part of a question is not answered, and what is known instead, with its citation."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from bioloom.answering.answer_wording import names_prefix, title_prefix
from bioloom.answering.document_binding import Binding
from bioloom.answering.document_ranking import word_weights
from bioloom.answering.draft_answer import Draft, DraftSentence, Quote
from bioloom.answering.step_constraints import (
    ProtocolText,
    StepReading,
    denied_words,
    foreign_words,
    protocol_texts,
    quantities_of,
    same,
    share,
)
from bioloom.names import tokens
from bioloom.question_parsing import (
    MEASURED,
    ParsedQuestion,
    QuestionPattern,
    fold,
    is_common,
    stands_in,
    stated_values,
)
from bioloom.records import Evidence
from bioloom.retrieval import PUBLICATIONS

SURE = 0.5
"""Belief from which what another protocol states is shown beside a refusal."""

NEAREST = 0.15
"""Belief from which a reading that is not given as the answer is shown as the nearest step or sentence."""

SHOWN = 0.34
"""Share of the words of a part's own clause from which a step is shown as the one that it is about."""

_NAMES = (
    ("ph", "pH"), ("temperature", "temperature"), ("time", "time"), ("speed", "speed"),
    ("concentration", "concentration"), ("volume", "amount"), ("mass", "mass"), ("times", "number of times"),
    ("size", "size"), ("energy", "electrical setting"), ("pressure", "pressure"),
    ("magnification", "magnification"), ("density", "density"),
)  # fmt: skip


def refuse(
    question: ParsedQuestion,
    pattern: QuestionPattern,
    weights: Mapping[str, float],
    evidence: Sequence[Evidence],
    binding: Binding,
    elsewhere: Sequence[StepReading],
    nearest: StepReading | None = None,
) -> Draft:
    """Say that a part of a question is not answered: what the protocol does not hold, the step of the
    `nearest` reading or else the one that the words describe, and what another protocol states."""
    told = word_weights(weights, question.text)
    texts = protocol_texts(evidence)
    if pattern.type.kind in ("how", "steps"):
        texts = tuple(each for each in texts if each.kind not in PUBLICATIONS) or texts
    bound = [each for each in texts if binding.named and each.document in binding.documents]
    own = max(
        bound or texts,
        key=lambda each: (binding.log_share(each.document), _described(pattern, told, each)[0]),
        default=None,
    )
    foreign = () if bound or own is None else foreign_words(pattern, own)
    denied = denied_words(pattern, own) if own is not None else {}
    asked = pattern.text.rstrip("?")
    sentences: list[DraftSentence] = []
    if binding.unknown is not None:
        reason = f"No loaded protocol is called “{binding.unknown}”"
    elif own is not None and foreign:
        what = "document" if own.kind in PUBLICATIONS else "protocol"
        reason = f"The nearest {what}, {own.name}, does not mention: {_as_asked(pattern, foreign)}"
    elif own is None or not bound:
        reason = f"The evidence is too weak to answer “{asked}”"
    elif denied:
        reason = f"{own.name} says that this is not done: {_as_asked(pattern, denied)}"
    elif lost := _lost(pattern, own):
        reason = f"{own.name} does not mention: {', '.join(lost)}"
    else:
        reason = f"{own.name} states no {_kind(pattern)} for this"
    about = own if bound or foreign else None
    if nearest is not None and nearest.belief >= NEAREST and not (denied and bound and not foreign):
        piece = nearest.evidence
        its = about is not None and about.document == nearest.document
        said = "It does say: " if its else f"The nearest step: {title_prefix(piece)}"
        sentences.append(DraftSentence(f"{said}“{piece.text}”", (Quote(nearest.number, piece.text),)))
    elif about is not None:
        held, at = (1.0, next(iter(denied.values()))) if denied else _described(pattern, told, about)
        number, piece = about.steps[at]
        if held >= SHOWN:
            sentences.append(DraftSentence(f"It does say: “{piece.text}”", (Quote(number, piece.text),)))
    best = next((each for each in elsewhere if each.belief >= SURE), None)
    if best is not None:
        text = best.evidence.text
        said = f"Elsewhere: {names_prefix(best.nodes)}{title_prefix(best.evidence)}“{text}”"
        sentences.append(DraftSentence(said, (Quote(best.number, text),)))
    return Draft(tuple(sentences), abstained=True, reason=f"{reason}.")


def _kind(pattern: QuestionPattern) -> str:
    types = pattern.type.types if pattern.type.kind == "value" else frozenset()
    return next((name for kind, name in _NAMES if kind in types), "answer")


def _lost(pattern: QuestionPattern, text: ProtocolText) -> list[str]:
    """List the words of a part's own clause that a protocol holds nowhere, and the values that none of its
    steps states, as the question writes them."""
    known = text.known | text.title
    lost = foreign_words(pattern, text) or [
        word for word in pattern.focus if not (is_common(word) or stands_in(word, known))
    ]
    stated = (*text.stated, *quantities_of(text.name))
    values = [
        words
        for words, _ in stated_values(pattern.text, MEASURED)
        if not any(same(one, value) for one in quantities_of(words) for value in stated)
    ]
    return [*filter(None, [_as_asked(pattern, lost)]), *dict.fromkeys(values)]


def _as_asked(pattern: QuestionPattern, folded: Collection[str]) -> str:
    """List folded words as the question writes them."""
    return ", ".join(dict.fromkeys(word for word in tokens(pattern.text) if fold(word) in folded))


def _described(pattern: QuestionPattern, told: Mapping[str, float], text: ProtocolText) -> tuple[float, int]:
    """Find the step that holds most of a part's own words: the share of their weight, and its place."""
    words = [word for word in pattern.focus if not stands_in(word, text.title)] or pattern.focus
    held, earlier = max((share(told, words, text.words[at]), -at) for at in text.steps)
    return held, -earlier
