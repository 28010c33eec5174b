"""Refusals: why a part of a question is not answered, and what is known instead, with its citation."""

import re
from collections.abc import Collection, Mapping, Sequence

from bioloom.answering.composition.answer_wording import as_asked, names_prefix, title_prefix
from bioloom.answering.composition.draft_answer import Draft, DraftSentence, Quote, abstain
from bioloom.answering.constraints.document_binding import Binding
from bioloom.answering.constraints.document_ranking import word_weights
from bioloom.answering.constraints.foreign_words import denied_words, foreign_words
from bioloom.answering.constraints.step_constraints import StepReading, share
from bioloom.answering.texts.protocol_text import ProtocolText, protocol_texts
from bioloom.answering.texts.quantity_comparison import quantities_of, same
from bioloom.question_parsing import (
    MEASURED,
    VALUE_NAMES,
    ParsedQuestion,
    QuestionPattern,
    is_everyday,
    matches_any,
    stated_values,
)
from bioloom.records import Evidence
from bioloom.retrieval import PUBLICATIONS

LEAST_ELSEWHERE = 0.5
"""Belief from which what another protocol states is shown beside a refusal."""

NEAREST = 0.15
"""Belief from which a reading that is not given as the answer is shown as the nearest step or sentence."""

LEAST_DESCRIBED = 0.34
"""Share of the words of a part's own clause from which a step is shown as the one that it is about."""

_ROUNDS = re.compile(r"\b(?:times|cycles|rounds|strokes|often)\b", re.IGNORECASE)


def refuse(
    question: ParsedQuestion,
    pattern: QuestionPattern,
    weights: Mapping[str, float],
    evidence: Sequence[Evidence],
    binding: Binding,
    elsewhere: Sequence[StepReading],
    nearest: StepReading | None = None,
    meant: StepReading | None = None,
) -> Draft:
    """Say that a part of a question is not answered: what the protocol does not hold, a step, and what
    another protocol states. The step is that of the reading that is `meant`, else of the `nearest` one, else
    the one that the words describe."""
    idf = word_weights(weights, question.text)
    texts = protocol_texts(evidence)
    if pattern.type.kind in ("how", "steps"):
        texts = tuple(each for each in texts if each.kind not in PUBLICATIONS) or texts
    bound = [each for each in texts if binding.named and each.document in binding.documents]
    if meant is not None:
        bound, nearest = [each for each in texts if each.document == meant.document], meant
    own = max(  # what one lacks another may have
        bound or [each for each in texts if not foreign_words(pattern, each)] or texts,
        key=lambda each: (binding.log_probability(each.document), _described(pattern, idf, each)[0]),
        default=None,
    )
    if own is not None and own.kind in PUBLICATIONS and (unheard := _unheard(pattern, own, texts)):
        return nothing_mentions(unheard)
    foreign = () if bound or own is None else foreign_words(pattern, own)
    denied = denied_words(pattern, own) if own is not None else {}
    about = own if bound or foreign else None
    shown: tuple[int, Evidence] | None = None
    lead = "It does say: "
    if nearest is not None and nearest.belief >= NEAREST and not (denied and bound and not foreign):
        shown = nearest.number, nearest.evidence
        if about is None or about.document != nearest.document:
            what = "sentence" if nearest.evidence.document_kind in PUBLICATIONS else "step"
            lead = f"The nearest {what}: {title_prefix(nearest.evidence)}"
    elif about is not None:
        held, at = (1.0, next(iter(denied.values()))) if denied else _described(pattern, idf, about)
        shown = about.steps[at] if held >= LEAST_DESCRIBED else None
    reason = _reason(pattern, own, binding, foreign, bound, denied, shown)
    sentences = [] if shown is None else [_quoted(lead, *shown)]
    best = next((each for each in elsewhere if each.belief >= LEAST_ELSEWHERE), None)
    if best is not None:
        before = f"Elsewhere: {names_prefix(best.nodes)}{title_prefix(best.evidence)}"
        sentences.append(_quoted(before, best.number, best.evidence))
    return Draft(tuple(sentences), abstained=True, reason=f"{reason}.")


def nothing_mentions(words: str) -> Draft:
    """Say that no sentence that was found mentions some words; entities of the graph may have these names."""
    return abstain(f"No sentence that was found mentions: {words}.")


def _quoted(lead: str, number: int, piece: Evidence) -> DraftSentence:
    return DraftSentence(f"{lead}“{piece.text}”", (Quote(number, piece.text),))


def _reason(
    pattern: QuestionPattern,
    own: ProtocolText | None,
    binding: Binding,
    foreign: Collection[str],
    bound: Sequence[ProtocolText],
    denied: Mapping[str, int],
    shown: tuple[int, Evidence] | None,
) -> str:
    """Say why a part is not answered by the protocol that it is most likely about, beside what is `shown`."""
    if binding.unknown is not None:
        return f"No loaded protocol is called “{binding.unknown}”"
    if own is not None and foreign:
        what = "document" if own.kind in PUBLICATIONS else "protocol"
        return f"The nearest {what}, {own.name}, does not mention: {as_asked(pattern.text, foreign)}"
    if own is None or not bound:
        return f"The evidence is too weak to answer “{pattern.text.rstrip('?')}”"
    if denied:
        return f"{own.name} says that this is not done: {as_asked(pattern.text, denied)}"
    if lost := _lost(pattern, own):
        return f"{own.name} does not mention: {', '.join(lost)}"
    kind = _kind(pattern)
    if shown is None or kind is None or stated_values(shown[1].text, pattern.type.types):
        return f"Nothing in {own.name} answers this surely enough"
    if any(stated_values(text, pattern.type.types) for text in own.texts):
        what = "sentence" if own.kind in PUBLICATIONS else "step"
        return f"The {what} of {own.name} that is nearest to this states no {kind}"
    return f"{own.name} states no {kind} for this"


def _unheard(pattern: QuestionPattern, own: ProtocolText, texts: Sequence[ProtocolText]) -> str:
    """List the words of a part that no text holds, where the nearest text is not called by any of its words;
    else nothing: then it is said what that text lacks."""
    if any(matches_any(word, own.title) for word in (*pattern.own_words, *pattern.anchor_words)):
        return ""
    known = frozenset().union(*(each.known | each.title for each in texts))
    unheard = [word for word in pattern.own_words if not (is_everyday(word) or matches_any(word, known))]
    return as_asked(pattern.text, unheard)


def _kind(pattern: QuestionPattern) -> str | None:
    """Name the kind of value that a part asks for; None where it asks for none."""
    types = pattern.type.types if pattern.type.kind == "value" else frozenset()
    if pattern.type.counts and not _ROUNDS.search(pattern.text):
        return "such number"
    return next((name for kind, name in VALUE_NAMES if kind in types), None)


def _lost(pattern: QuestionPattern, text: ProtocolText) -> list[str]:
    """List the words of a part's own clause that a protocol holds nowhere, and the values that none of its
    steps states, as the question writes them."""
    known = text.known | text.title
    lost = foreign_words(pattern, text) or [
        word for word in pattern.own_words if not (is_everyday(word) or matches_any(word, known))
    ]
    stated = (*text.stated, *quantities_of(text.name))
    values = [
        words
        for words, _ in stated_values(pattern.text, MEASURED)
        if not any(same(one, value) for one in quantities_of(words) for value in stated)
    ]
    return [*filter(None, [as_asked(pattern.text, lost)]), *dict.fromkeys(values)]


def _described(pattern: QuestionPattern, idf: Mapping[str, float], text: ProtocolText) -> tuple[float, int]:
    """Find the step that holds most of a part's own words: the share of their weight, and its place."""
    words = [word for word in pattern.own_words if not matches_any(word, text.title)] or pattern.own_words
    held, earlier = max((share(idf, words, text.words[at]), -at) for at in text.steps)
    return held, -earlier
