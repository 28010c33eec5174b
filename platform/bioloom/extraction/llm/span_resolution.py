"""Span resolution: lines of an answer to spans of the sentence and relations between them (SPEC B3, B10).

Nothing is kept that the sentence does not say: a text that does not stand in it, a label that the scheme does
not have and a relation to something that is no mention are set aside, each with its reason.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence

from bioloom.extraction.llm.answer_parsing import EntityLine, ParsedAnswer, TripletLine
from bioloom.extraction.llm.scheme import (
    BAD_TRIPLET,
    DUPLICATE,
    END_NOT_EXTRACTED,
    NOT_IN_SENTENCE,
    NULL_RELATION,
    PROSE,
    SELF_RELATION,
    TYPE_CONFLICT,
    UNKNOWN_RELATION,
    UNKNOWN_TYPE,
    RefusedLine,
    SentenceAnnotations,
    TypedSpan,
)
from bioloom.extraction.llm.scheme_terms import SchemeTerms, is_null, terms
from bioloom.extraction.llm.text_alignment import SentenceIndex, alike, without_determiner

_NUMBERED = re.compile(r"(.*\S)\s*\[([0-9]{1,3})\]", re.DOTALL)


def resolve_entities(
    sentence: str, answer: ParsedAnswer, own: SchemeTerms | None = None
) -> SentenceAnnotations:
    """Find the entities of an answer in its sentence.

    Of a text that occurs several times, the first line takes the first place and so on, from left to right;
    places outside longer entities come before those within one. What lines are left over then is a
    repetition, or refused if its type is another one.

    >>> from bioloom.extraction.llm.answer_parsing import parse_answer
    >>> resolve_entities("Add PBS to cells.", parse_answer("pbs: chemical\\nEDTA: chemical")).spans
    [TypedSpan(start=4, end=7, type='chemical')]
    """
    reading = SentenceAnnotations(skipped=Counter({PROSE: answer.prose} if answer.prose else {}))
    known = own or terms()
    place = SentenceIndex(sentence)
    groups: dict[tuple[tuple[int, int], ...], list[tuple[EntityLine, str]]] = {}
    for named in answer.named:
        kind = known.entity_type(named.label)
        spans = next(filter(None, map(place.find, named.surfaces)), [])
        if kind is None:
            _refuse(reading, UNKNOWN_TYPE, f"{_shown(named.label)} is no entity type of {known.title}", named)
        elif not spans:
            message = f"{_shown(named.surfaces[-1])} does not stand in the sentence"
            _refuse(reading, NOT_IN_SENTENCE, message, named)
        else:
            groups.setdefault(tuple(spans), []).append((named, kind))
    for places, lines in sorted(groups.items(), key=lambda item: item[0][0][0] - item[0][0][1]):
        _take(reading, places, lines)
    reading.spans.sort(key=lambda found: (found.start, -found.end, found.type))
    return reading


def resolve_relations(
    sentence: str, found: Sequence[TypedSpan], answer: ParsedAnswer, own: SchemeTerms | None = None
) -> SentenceAnnotations:
    """Find the ends of an answer's triplets among the mentions of its sentence, given in their order.

    An end with a number (``PBS [2]``) is the mention of that number. Without one, of several mentions with
    the same text the pair is taken whose ends carry this relation least so far, then the pair that stands
    nearest together, then the first.
    """
    reading = SentenceAnnotations(list(found), skipped=Counter({PROSE: answer.prose} if answer.prose else {}))
    known = own or terms()
    ends = _Ends(sentence, found)
    carried: Counter[tuple[int, str]] = Counter()
    written: set[tuple[str, str, str]] = set()
    for triplet in answer.triplets:
        cut = _best_cut(triplet, ends)
        if cut is None:
            _refuse(reading, BAD_TRIPLET, "the line lacks its head, tail or relation", triplet)
            continue
        head, tail, label = cut
        relation = known.relation(label)
        heads, tails = ends.places(head), ends.places(tail)
        key = head, tail, relation or label
        if is_null(label):
            reading.skipped[NULL_RELATION] += 1
        elif relation is None:
            _refuse(reading, UNKNOWN_RELATION, f"{_shown(label)} is no relation of {known.title}", triplet)
        elif not heads or not tails:
            missing = _shown(head if not heads else tail)
            _refuse(reading, END_NOT_EXTRACTED, f"{missing} is no mention of the sentence", triplet)
        elif key in written:
            reading.skipped[DUPLICATE] += 1
        else:
            written.add(key)
            pairs = [(one, other) for one in heads for other in tails if found[one] != found[other]]
            if not pairs:
                _refuse(reading, SELF_RELATION, "head and tail are the same mention", triplet)
                continue
            one, other = min(
                pairs,
                key=lambda pair: (
                    carried[pair[0], relation] * (len(heads) > 1)
                    + carried[pair[1], relation] * (len(tails) > 1),
                    _distance(found[pair[0]], found[pair[1]]),
                    pair,
                ),
            )
            if (one, relation, other) in reading.relations:
                reading.skipped[DUPLICATE] += 1
                continue
            carried.update([(one, relation), (other, relation)])
            reading.relations.append((one, relation, other))
    return reading


class _Ends:
    """Mentions of a sentence by the texts that a model may write for them."""

    def __init__(self, sentence: str, found: Sequence[TypedSpan]) -> None:
        self._exact: defaultdict[str, list[int]] = defaultdict(list)
        self._alike: defaultdict[str, list[int]] = defaultdict(list)
        for place, each in enumerate(found):
            text = sentence[each.start : each.end]
            self._exact[" ".join(text.split())].append(place)
            self._alike[alike(text)].append(place)

    def places(self, written: str) -> list[int]:
        """List the mentions that a text may mean, from left to right."""
        whole = self._named(written)
        if whole:
            return whole
        numbered = _NUMBERED.fullmatch(written)
        if numbered is None:
            return []
        several = self._named(numbered[1])
        number = int(numbered[2])
        if len(several) == 1:
            return several
        return several[number - 1 : number] if number else []

    def _named(self, written: str) -> list[int]:
        bare = written.strip().strip('*`"“”').strip()
        for text in (written.strip(), bare, without_determiner(bare)):
            exact = self._exact.get(" ".join(text.split())) or self._alike.get(alike(text))
            if exact:
                return exact
        return []


def _take(
    reading: SentenceAnnotations, spans: Sequence[tuple[int, int]], lines: Sequence[tuple[EntityLine, str]]
) -> None:
    """Give the lines about one text their places."""
    held = {(each.start, each.end): each.type for each in reading.spans}
    open_spans = [span for span in spans if span not in held]
    open_spans.sort(key=lambda span: any(start <= span[0] and span[1] <= end for start, end in held))
    taken = sorted(open_spans[: len(lines)])
    for (start, end), (_, kind) in zip(taken, lines, strict=False):
        reading.spans.append(TypedSpan(start, end, kind))
    kinds = {kind for _, kind in lines[: len(taken)]} | {held[span] for span in spans if span in held}
    for named, kind in lines[len(taken) :]:
        if kind in kinds:
            reading.skipped[DUPLICATE] += 1
        else:
            message = f"{_shown(named.surfaces[-1])} was called {' and '.join(sorted(kinds))} already"
            _refuse(reading, TYPE_CONFLICT, message, named)


def _best_cut(triplet: TripletLine, ends: _Ends) -> tuple[str, str, str] | None:
    """Choose the cut whose ends are mentions, else the first."""
    good = (cut for cut in triplet.cuts if ends.places(cut[0]) and ends.places(cut[1]))
    return next(good, triplet.cuts[0] if triplet.cuts else None)


def _distance(one: TypedSpan, other: TypedSpan) -> int:
    return max(0, max(one.start, other.start) - min(one.end, other.end))


def _refuse(reading: SentenceAnnotations, code: str, message: str, line: EntityLine | TripletLine) -> None:
    reading.refused.append(RefusedLine(code, message, line.line, line.written[:2000]))


def _shown(text: str) -> str:
    return repr(text[:80])
