"""Publication reader: the part of a sentence that answers, by the span reader and what retrieval knows."""

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from functools import partial
from typing import Protocol

from bioloom.answering.composition.answer_wording import title_prefix
from bioloom.answering.composition.confidence import LEAST_BELIEF, SENTENCES, beliefs, confidence_of
from bioloom.answering.composition.draft_answer import Draft, DraftSentence, Quote, abstain, join_parts
from bioloom.answering.composition.refusal_wording import NEAREST
from bioloom.answering.constraints.contrasted_values import choose_values, contrasted_span
from bioloom.answering.constraints.document_binding import Binding
from bioloom.answering.constraints.missing_words import NOTHING_MISSING, missing_words
from bioloom.answering.constraints.named_statistics import named_label, stated_statistics
from bioloom.answering.constraints.opposite_effects import states_opposite
from bioloom.answering.constraints.publication_constraints import may_answer, may_be_said
from bioloom.answering.constraints.question_coverage import coverage
from bioloom.answering.constraints.shared_answers import GivenWords, less_fitting
from bioloom.answering.readers.reading_context import ReadingContext
from bioloom.answering.readings.asked_sort import of_asked_sort
from bioloom.answering.texts.aligned_lists import listed_before
from bioloom.answering.texts.changed_values import changed_by
from bioloom.answering.texts.document_titles import is_title
from bioloom.answering.texts.enumerations import listed_members
from bioloom.answering.texts.polarity import denies, excepts
from bioloom.answering.texts.protocol_text import Numbered, place_of
from bioloom.answering.texts.span_edges import whole_span, with_bound
from bioloom.answering.texts.stated_findings import asked_finding
from bioloom.question_parsing import ParsedQuestion, QuestionPattern, canonical_words, matches_any
from bioloom.records import Evidence
from bioloom.retrieval import PUBLICATIONS
from bioloom.settings import Settings
from bioloom.span_reader import PassageSentence, ReadSpan, has_reader

READ = 10
"""Ranked sentences that are read."""

ABSTRACT = 24
"""Sentences of a publication up to which it is read whole where a question is most likely about it."""

_COMPARING = 3
"""Sentences of which one may compare what a question compares."""

_ABOUT = 0.45
"""Weighted share of the question's words that a sentence and its surroundings must hold to be shown as the
nearest."""

_LEAST = 1e-3
"""What is added to an expected part of an answer before its logarithm is taken."""

_OPPOSITE = "The text states the opposite of what the question takes to be so."
_UNSURE = "No sentence of a publication that was found answers this surely enough."

LEFT_TO_OTHERS = frozenset({"steps", "after", "before"})
"""Kinds of questions that other readers answer: for order and for whole protocols."""

_NUMBER = re.compile(r"(?<![\w.])\d+(?:[.,]\d+)*")
_CHOICE = re.compile(r"\bor\b", re.IGNORECASE)
_COMPARED = re.compile(r"\bcompar\w*|\bdiffer\w*|\bversus\b|\bvs\b", re.IGNORECASE)
"""What a publication compares is one finding, in one sentence."""


class SpanModel(Protocol):
    """Scores spans of sentences, as `SpanReader` does."""

    def spans(
        self, question: str, sentences: Sequence[PassageSentence], whole: str = "", /
    ) -> Iterable[ReadSpan]:
        """Find the part of each sentence that answers, if any does."""


class PublicationReader:
    """Answers with a part of a ranked sentence of a publication, where a span reader is at hand."""

    def read(self, context: ReadingContext) -> Draft | None:
        """Read the ranked sentences; the model is opened only where a publication is to be read."""
        sentences = sentences_to_read(context)
        if not sentences:
            return None
        from bioloom.span_reader.reader import open_reader  # onnxruntime takes a moment to import

        model = open_reader(context.settings.reader)
        whole = read_whole(context)
        draft = read_spans(context.question, context.weights, sentences, model, context.bindings, whole)
        return replace(draft, evidence=(*context.pieces, *context.abstracts), needed=LEAST_BELIEF)


def readable(settings: Settings, question: ParsedQuestion, hits: Sequence[Evidence]) -> list[Numbered]:
    """List the sentences of publications that are read for a question, with their numbers.

    None without a span reader, where the question is for another one, or where the best sentence does not
    stand in a publication.
    """
    if question.type.kind in LEFT_TO_OTHERS or not (settings.reader or has_reader()):
        return []
    sentences = [(number, hit) for number, hit in enumerate(hits, 1) if hit.sentence_id and not is_title(hit)]
    if not sentences or not _prose(sentences[0][1]):
        return []
    return [(number, hit) for number, hit in sentences if _prose(hit)][:READ]


def sentences_to_read(context: ReadingContext) -> list[Numbered]:
    """List the ranked sentences that are read for a question, then the others of the short publications that
    it is most likely about; numbered as the pieces of the context with its abstracts behind them."""
    sentences = readable(context.settings, context.question, context.hits)
    if sentences:
        known = {hit.sentence_id for _, hit in sentences}
        whole = read_whole(context)
        sentences += [
            (number, each)
            for number, each in enumerate(context.abstracts, len(context.pieces) + 1)
            if each.document_id in whole and each.sentence_id not in known and not is_title(each)
        ]
    return sentences


def read_whole(context: ReadingContext) -> Set[str]:
    """Give the short publications that a question is most likely about, of which all is at hand."""
    lengths = Counter(each.document_id for each in context.abstracts)
    likeliest = likeliest_publications(context.bindings, context.hits)
    return frozenset(each for each in likeliest if 0 < lengths[each] <= ABSTRACT)


def likeliest_publications(bindings: Sequence[Binding], hits: Sequence[Evidence]) -> Set[str]:
    """Give for each part of a question the publication that it is most likely about."""
    publications = {hit.document_id for hit in hits if _prose(hit)}
    found = (
        next((each for each in binding.probabilities if each in publications), None) for binding in bindings
    )
    return frozenset(each for each in found if each)


def passages_of(sentences: Sequence[Numbered], able: Set[int] | None = None) -> list[PassageSentence]:
    """Give sentences as a span reader takes them; `able` are the places of those that may answer, None is
    all."""
    return [
        PassageSentence(
            hit.text,
            hit.document_id or "",
            hit.document_title or "",
            place_of(hit),
            able=able is None or at in able,
        )
        for at, (_, hit) in enumerate(sentences)
    ]


def read_spans(
    question: ParsedQuestion,
    weights: Mapping[str, float],
    sentences: Sequence[Numbered],
    reader: SpanModel,
    bindings: Sequence[Binding] = (),
    whole: Set[str] = frozenset(),
) -> Draft:
    """Answer each part of a question with a part of a sentence, which is cited whole.

    `sentences` are in the order of their ranking, `weights` the idf weights of the question's words,
    `bindings` say for each part which documents it may be about, `whole` which documents are at hand with all
    their sentences. A part that is not answered surely enough abstains, and shows the nearest sentence.
    """
    parts = [pattern.text for pattern in question.patterns]
    bindings = bindings or [Binding()] * len(parts)
    compared: Draft | None = None
    if len(parts) == 1 or _COMPARED.search(question.text):
        (first, *others) = question.patterns
        pattern = replace(first, text=question.text) if others else first
        able = able_sentences(pattern, sentences, weights)
        spans = list(reader.spans(question.text, passages_of(sentences, None if others else able)))
        fit = [span for span in spans if span.sentence in able]
        draft = _read_part(pattern, sentences, weights, fit, bindings[0], whole)
        compared = _compared(question.patterns, sentences, draft)
        if compared.abstained and others:
            return _comparing(question.patterns, sentences, spans) or compared
        if not others or compared is not draft or not _is_half(draft):
            return compared
    found = []
    for pattern in question.patterns:
        able = able_sentences(pattern, sentences, weights)
        found.append(_spans_of(reader, pattern.text, sentences, able, question.text))
    drafts = [
        _read_part(pattern, sentences, weights, each, one, whole)
        for pattern, each, one in zip(question.patterns, found, bindings, strict=True)
    ]
    if compared is not None and all(draft.abstained for draft in drafts):
        return compared
    for at in less_fitting(question.patterns, [_given(draft) for draft in drafts]):
        taken = drafts[at].sentences[0].quotes[0].number
        left = [span for span in found[at] if sentences[span.sentence][0] != taken]
        drafts[at] = _read_part(question.patterns[at], sentences, weights, left, bindings[at], whole)
    return join_parts([replace(draft, asked=part) for draft, part in zip(drafts, parts, strict=True)])


def _spans_of(
    reader: SpanModel, asked: str, sentences: Sequence[Numbered], able: Set[int], rest: str
) -> list[ReadSpan]:
    """Give the spans of the sentences that may answer a part of a question."""
    read = reader.spans(asked, passages_of(sentences, able), rest)
    return [span for span in read if span.sentence in able]


def judge_sentences(
    context: ReadingContext,
) -> list[tuple[frozenset[str], list[tuple[str, str, float]]]] | None:
    """Give for each part of a question the ids of the sentences that may not answer it, and what the others
    say: the id of the sentence, the part of it that answers, and the belief in it. None where no publication
    is read."""
    sentences = sentences_to_read(context)
    if not sentences:
        return None
    from bioloom.span_reader.reader import open_reader  # onnxruntime takes a moment to import

    model, question, whole = open_reader(context.settings.reader), context.question, read_whole(context)
    ids = [hit.sentence_id or "" for _, hit in sentences]
    judged = []
    for pattern, binding in zip(question.patterns, context.bindings, strict=True):
        able = able_sentences(pattern, sentences, context.weights)
        unable = frozenset(each for at, each in enumerate(ids) if at not in able)
        rest = question.text if len(question.patterns) > 1 else ""
        spans = _spans_of(model, pattern.text, sentences, able, rest)
        believed = _believed(pattern, sentences, context.weights, spans, binding, whole)
        said = [
            (ids[span.sentence], sentences[span.sentence][1].text[span.start : span.end], belief)
            for belief, span, _ in believed
        ]
        judged.append((unable, said))
    return judged


def _compared(patterns: Sequence[QuestionPattern], sentences: Sequence[Numbered], draft: Draft) -> Draft:
    """Give each of several parts its own value of the one sentence that compares them, where it has one."""
    of_list = len(draft.short) != 1  # all its members, which both parts have
    if draft.abstained or not draft.found or len(patterns) < 2 or of_list:
        return draft
    (quote,), (said,) = draft.sentences[0].quotes, draft.short
    hit = next(hit for number, hit in sentences if number == quote.number)
    start = hit.text.find(said)
    return _values_of(patterns, draft, (quote.number, hit), start, start + len(said)) or draft


def _values_of(
    patterns: Sequence[QuestionPattern], draft: Draft, numbered: Numbered, start: int, end: int
) -> Draft | None:
    """Give each part its own value of a sentence, by the words that stand beside it; None if they share
    one."""
    number, hit = numbered
    places = [contrasted_span(each, hit.text, start, end, hit.document_title or "") for each in patterns]
    words = [hit.text[slice(*place)] for place in places]
    single = all(each[:1].isdigit() and len(_NUMBER.findall(each)) == 1 for each in words)
    if len({*places}) < len(places) or not single:
        return None
    quotes = (Quote(number, hit.text),)
    return join_parts(
        [
            replace(
                draft,
                sentences=(DraftSentence(f"{each} – {_quoted(hit)}", quotes),),
                short=(each,),
                asked=pattern.text,
            )
            for pattern, each in zip(patterns, words, strict=True)
        ]
    )


def _comparing(
    patterns: Sequence[QuestionPattern], sentences: Sequence[Numbered], spans: Sequence[ReadSpan]
) -> Draft | None:
    """Give each part its value of the likeliest sentence that has what they share, a word of each, and a
    value beside it, though no network believes it enough; None where none has."""
    draft = Draft(confidence=LEAST_BELIEF, found=1)
    for span in sorted(spans, key=lambda each: -each.score)[:_COMPARING]:
        hit = sentences[span.sentence][1]
        if _names_all(patterns, hit):
            found = _values_of(patterns, draft, sentences[span.sentence], span.start, span.end)
            if found is not None:
                return found
    return None


def _names_all(patterns: Sequence[QuestionPattern], hit: Evidence) -> bool:
    """Say whether a sentence has all words that the parts share, and one of those of each alone."""
    words = frozenset(canonical_words(f"{hit.text} {hit.document_title or ''}"))
    shared = frozenset.intersection(*(frozenset(each.own_words) for each in patterns))
    own = [[word for word in each.own_words if word not in shared] for each in patterns]
    all_shared = shared and all(matches_any(word, words) for word in shared)
    return bool(all_shared) and all(any(matches_any(word, words) for word in some) for some in own)


def _is_half(draft: Draft) -> bool:
    """Say whether an answer to a comparison gives one number only."""
    return not draft.abstained and len(_NUMBER.findall(" ".join(draft.short))) == 1


def _given(draft: Draft) -> GivenWords | None:
    """Give the words of an answer; None where there is none, and for yes or no."""
    if draft.abstained or not draft.short:
        return None
    quote = draft.sentences[0].quotes[0]
    return GivenWords(quote.number, draft.short, quote.text, draft.confidence)


def spans_that_fit(
    pattern: QuestionPattern,
    sentences: Sequence[Numbered],
    weights: Mapping[str, float],
    spans: Iterable[ReadSpan],
) -> Iterator[ReadSpan]:
    """Give the spans that may answer a part of a question, as they are or by the value that is meant."""
    able = able_sentences(pattern, sentences, weights)
    return _said(pattern, sentences, (span for span in spans if span.sentence in able))


def able_sentences(
    pattern: QuestionPattern, sentences: Sequence[Numbered], weights: Mapping[str, float]
) -> Set[int]:
    """Give the places of the sentences that may answer a part of a question, whatever of them is said."""
    finding = asked_finding(pattern.text, weights) if pattern.type.kind == "closed" else None
    documents = _documents(sentences)
    return {
        at
        for at, (_, hit) in enumerate(sentences)
        if may_answer(pattern, hit.text, documents[hit.document_id], finding)
    }


def _said(
    pattern: QuestionPattern, sentences: Sequence[Numbered], spans: Iterable[ReadSpan]
) -> Iterator[ReadSpan]:
    """Give the spans of sentences that may answer which are said so, as they are or by the value meant."""
    documents = _documents(sentences)
    for span in spans:
        hit = sentences[span.sentence][1]
        if not of_asked_sort(pattern, hit.text, hit.text[span.start : span.end]):
            continue
        fits = partial(may_be_said, pattern, hit.text, document=documents[hit.document_id])
        if fits(span.start, span.end) or fits(*_meant(pattern, hit, span)):
            yield span


def span_signals(
    pattern: QuestionPattern,
    sentences: Sequence[Numbered],
    weights: Mapping[str, float],
    spans: Iterable[ReadSpan],
    binding: Binding,
    whole: Set[str] = frozenset(),
) -> list[tuple[ReadSpan, dict[str, float]]]:
    """Give each span with its signals (ontology/retrieval/confidence.tsv): what the network found, the place
    in the ranking, how likely the question is about the document, the weighted share of its words that the
    sentence and its surroundings hold, and what a document lacks of which all is at hand (`whole`)."""
    documents = _documents(sentences)
    missing = {each: missing_words(pattern, documents[each]) for each in documents if each in whole}
    made = []
    for span in spans:
        _, hit = sentences[span.sentence]
        signals = {
            "always": 1.0,
            "log odds": span.score,
            "span confidence": math.log(span.expected + _LEAST),
            "log rank": math.log(1 + span.sentence),
            "document meant": binding.log_probability(hit.document_id or ""),
            "question coverage": coverage(weights, hit),
            **missing.get(hit.document_id, NOTHING_MISSING),
        }
        made.append((span, signals))
    return made


def _read_part(
    pattern: QuestionPattern,
    sentences: Sequence[Numbered],
    weights: Mapping[str, float],
    spans: Iterable[ReadSpan],
    binding: Binding,
    whole: Set[str],
) -> Draft:
    asked = pattern.type
    believed = _believed(pattern, sentences, weights, spans, binding, whole)
    if not believed:
        return abstain("no part of a sentence answers")
    sure, best, signals = max(believed, key=lambda each: each[0])
    number, hit = sentences[best.sentence]
    start, end = with_bound(hit.text, *whole_span(hit.text, *_meant(pattern, hit, best)))
    said = hit.text[start:end].strip()
    quoted, quotes = _quoted(hit), (Quote(number, hit.text),)
    if sure >= LEAST_BELIEF:
        confidence = confidence_of(sure)
        contradicts = excepts(hit.text, pattern.text) or denies(hit.text, pattern.text)
        if asked.kind == "closed" and not asked.negative and contradicts:
            return Draft(
                (DraftSentence(f"Evidence against: {quoted}", quotes),), confidence=confidence, short=("no",)
            )
        if asked.kind == "closed" and not _CHOICE.search(pattern.text):  # a phrase is no yes and no no
            return Draft((DraftSentence(f"Evidence: {quoted}", quotes),), confidence=confidence, found=1)
        if states_opposite(pattern.text, hit.text, start, end):
            stated = DraftSentence(f"It says: {quoted}", quotes)
            return Draft((stated,), abstained=True, reason=_OPPOSITE)
        short = listed_members(pattern, hit.text, said) or (said,)
        words = f"{', '.join(short)} – {quoted}"
        return Draft((DraftSentence(words, quotes),), confidence=confidence, found=1, short=short)
    about = sure >= NEAREST and signals["question coverage"] >= _ABOUT
    nearest = (DraftSentence(f"The nearest sentence: {quoted}", quotes),) if about else ()
    return Draft(nearest, abstained=True, reason=_UNSURE, confidence=sure)


def _believed(
    pattern: QuestionPattern,
    sentences: Sequence[Numbered],
    weights: Mapping[str, float],
    spans: Iterable[ReadSpan],
    binding: Binding,
    whole: Set[str],
) -> list[tuple[float, ReadSpan, Mapping[str, float]]]:
    """Give the spans that answer a part of a question, each with the belief in it and its signals."""
    fitting = _said(pattern, sentences, spans)
    read = span_signals(pattern, sentences, weights, fitting, binding, whole)
    shares = beliefs([each for _, each in read], SENTENCES)
    return [(share, *each) for share, each in zip(shares, read, strict=True)]


def _quoted(hit: Evidence) -> str:
    return f"{title_prefix(hit)}“{hit.text}”"


def _documents(sentences: Sequence[Numbered]) -> dict[str | None, list[str]]:
    """List for each document its title and its sentences at hand."""
    found: dict[str | None, list[str]] = {}
    for _, hit in sentences:
        found.setdefault(hit.document_id, [hit.document_title or ""]).append(hit.text)
    return found


def _meant(pattern: QuestionPattern, hit: Evidence, span: ReadSpan) -> tuple[int, int]:
    """Give the part of a sentence that is meant by a span: the statistic that is asked for by its name, of
    several the one by which the words of the question stand, or the number by which they stand."""
    named = stated_statistics(pattern.text, hit.text)
    if named:
        chosen = choose_values(pattern, hit.text, named)
        inside = [place for place in named if place[0] < span.end and place[1] > span.start]
        first = named[chosen[0]] if len(chosen) == 1 else next(iter(inside), named[0])
        return contrasted_span(pattern, hit.text, *first, hit.document_title or "")
    label = named_label(pattern.text, hit.text)
    if label and label[0] < span.end and label[1] > span.start:
        return label
    if listed := listed_before(pattern.text, hit.before or "", hit.text, span.start, span.end):
        return listed
    start, end = changed_by(pattern.text, hit.text, span.start, span.end)
    return contrasted_span(pattern, hit.text, start, end, hit.document_title or "")


def _prose(piece: Evidence) -> bool:
    return piece.document_kind in PUBLICATIONS
