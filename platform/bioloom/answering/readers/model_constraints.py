"""Model constraints: a language model's sentences held to the constraints of a question's parts, with the
confidence that the local readers have in what they cite."""

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace

from bioloom.answering.composition.citation_verification import quoted_place, verify
from bioloom.answering.composition.confidence import confidence_of
from bioloom.answering.composition.draft_answer import Draft, DraftSentence, abstain, renumbered
from bioloom.answering.composition.model_sentences import states_kind
from bioloom.answering.constraints.document_binding import Binding, bind_parts
from bioloom.answering.constraints.step_constraints import share
from bioloom.answering.readers.assertion_reader import AssertionReader
from bioloom.answering.readers.publication_reader import judge_sentences, readable
from bioloom.answering.readers.reading_context import ReadingContext
from bioloom.answering.readings.part_readings import PartReadings, read_in_turn
from bioloom.answering.readings.step_answers import ORDER
from bioloom.answering.texts.quantity_comparison import quantities_of, same
from bioloom.question_parsing import QuestionPattern, canonical_words, is_english, stated_values
from bioloom.records import Evidence
from bioloom.retrieval import PUBLICATIONS
from bioloom.step_reader import open_step_reader

SAID = 0.5
"""Share of the words of a local answer from which a sentence says it too."""

NOT_SAID = "The language model's answer says nothing of this."
READ_WITHOUT = "This part was read without the language model, which says nothing of it."
_VERDICTS = frozenset({"yes", "no", "maybe"})


@dataclass(frozen=True, slots=True)
class _Belief:
    """What a local reader would answer from a piece of evidence (any words without `words`), and how sure it
    is."""

    place: str
    words: tuple[str, ...]
    confidence: float


@dataclass(frozen=True, slots=True)
class _AskedPart:
    """A part of a question: where its answer may stand, and what the local readers believe; what one of them
    `answered` goes before what they read."""

    pattern: QuestionPattern
    binding: Binding
    unable: Set[str]
    answered: tuple[_Belief, ...]
    read: tuple[_Belief, ...]

    def may_stand_in(self, piece: Evidence, sentence_id: str | None) -> bool:
        """Say whether a piece of evidence may answer: only texts are bound to documents."""
        if piece.assertion_id or not sentence_id:
            return True
        return self.binding.binds(piece.document_id or "") and sentence_id not in self.unable

    def confidence(self, said: str, places: Set[str]) -> float:
        """Give the confidence that the local readers have in what a sentence says; 0 where they have none."""
        for beliefs in (self.answered, self.read):
            sure = [each.confidence for each in beliefs if each.place in places and _says(said, each.words)]
            if sure:
                return max(sure)
        return 0.0


@dataclass(frozen=True, slots=True)
class _Fitting:
    """A sentence with the quotes that may answer a part; whether it states what is asked for, how surely, and
    how many of the words that tell the part from others it or its evidence holds."""

    sentence: DraftSentence
    answers: bool
    confidence: float
    overlap: float


def keep_to_question(draft: Draft, context: ReadingContext, local: Draft) -> Draft | None:
    """Keep the verified sentences of a language model that may answer a part of the question, each with the
    quotes that may; None where no part is answered.

    A document that a part names binds, and a cited step or sentence must keep to what a part states, as for
    the local readers (docs/retrieval.md). The confidence of a part is that of the local readers in what is
    cited and said, times the share of the model's sentences that are kept: 0 where they have none. A part
    that the model does not answer is given as `local`, the draft without it, has it, or named.
    """
    question = context.question.text
    english = is_english(question)
    parts = [*_parts(draft, context, local)]
    if not english:  # the local readers do not understand it
        parts = [replace(parts[0], answered=(), read=())]
    given: list[list[_Fitting]] = [[] for _ in parts]
    for sentence in draft.sentences:
        if not _verified(draft, sentence, question):
            continue
        fitting = [_fitting(draft, sentence, part, parts, question, english=english) for part in parts]
        beside = [at for at, each in enumerate(fitting) if each is not None][:1]
        for at in _answered_parts(parts, fitting) or beside:
            given[at] += [each for each in fitting[at : at + 1] if each is not None]
    if _is_whole(context, local):
        found = {each.sentence.text: each for some in given for each in some}
        parts = parts[:1]
        given = [[found[each.text] for each in draft.sentences if each.text in found]]
    given = [found if any(each.answers for each in found) else [] for found in given]
    kept = {each.sentence.text for found in given for each in found}
    if not kept:
        return None
    drafts = [
        replace(
            draft,
            sentences=tuple(each.sentence for each in found),
            confidence=max(each.confidence for each in found) * len(kept) / len(draft.sentences),
            asked=part.pattern.text,
        )
        if found
        else _without_model(part, local, len(draft.evidence))
        for part, found in zip(parts, given, strict=True)
    ]
    if len(drafts) == 1:
        return drafts[0]
    evidence = (*draft.evidence, *local.evidence)
    return replace(draft, sentences=(), parts=tuple(drafts), evidence=evidence)


def _is_whole(context: ReadingContext, local: Draft) -> bool:
    """Say whether a question is answered as a whole, whatever parts its words have: one for a mechanism, or
    one that the local readers answer so."""
    asked = context.question
    mechanism = (asked.gene, asked.metabolite, asked.drug, asked.how)
    return not local.parts and (not local.abstained or any(each is not None for each in mechanism))


def _verified(draft: Draft, sentence: DraftSentence, question: str) -> bool:
    return bool(verify(replace(draft, sentences=(sentence,)), question)[0])


def _parts(draft: Draft, context: ReadingContext, local: Draft) -> Iterator[_AskedPart]:
    """Read each part of a question without the model, in what it has searched for too: the document that is
    meant is the likeliest of all that were found."""
    known = {each.sentence_id for each in context.pieces}
    sought = [each for each in draft.evidence if each.sentence_id and each.sentence_id not in known]
    of_publications = judge_sentences(context) if context.bindings else None
    spared = PUBLICATIONS if readable(context.settings, context.question, context.hits) else frozenset()
    pieces = (*context.pieces, *sought)
    bindings = (
        bind_parts(context.question, context.weights, (*context.hits, *sought))
        if sought
        else context.bindings
    )
    read = read_in_turn(context.question, context.weights, pieces, bindings, open_step_reader(), spared)
    asserted = AssertionReader().read(context)
    by_others = [each for each in (local, asserted) if each is not None]
    kinds = {each.sentence_id: each.document_kind for each in pieces}
    for at, part in enumerate(read):
        unable, spans = of_publications[at] if of_publications is not None else (frozenset(), [])
        steps = {step for step in part.unable() if kinds[step] not in spared}
        if part.pattern.type.kind == "closed":  # read in whole abstracts, by rules of its own
            unable, spans = frozenset(), [(place, "", belief) for place, _, belief in spans]
        beliefs = [*_of_steps(part)] + [
            _Belief(place, (words,) if words else (), confidence_of(belief)) for place, words, belief in spans
        ]
        answered = [each for one in by_others for each in _of_draft(one, part.pattern.text)]
        yield _AskedPart(part.pattern, part.binding, steps | unable, tuple(answered), tuple(beliefs))


def _of_steps(part: PartReadings) -> Iterator[_Belief]:
    """Give what the readings of steps say; the step after or before another one is the answer by its side."""
    for each in part.own:
        sure = confidence_of(each.belief)
        names = tuple(node.name for node in each.nodes)
        if part.pattern.type.kind not in ORDER:
            yield _Belief(each.evidence.sentence_id or "", names, sure)
        elif each.next is not None:
            yield _Belief(each.next[1].sentence_id or "", (), sure)


def _of_draft(draft: Draft, asked: str) -> Iterator[_Belief]:
    """Give what a local draft answers to a part of a question."""
    for part in draft.parts or (draft,):
        if part.abstained or (draft.parts and part.asked != asked):
            continue
        for sentence in part.sentences:
            for quote in sentence.quotes:
                if (place := quoted_place(quote, draft.evidence)) is not None:
                    key = _key(draft.evidence[quote.number - 1], place[1])
                    yield _Belief(key, part.short, part.confidence)


def _key(piece: Evidence, sentence_id: str | None) -> str:
    return piece.assertion_id or piece.node_id or sentence_id or piece.text


def _fitting(
    draft: Draft,
    sentence: DraftSentence,
    part: _AskedPart,
    parts: Sequence[_AskedPart],
    question: str,
    *,
    english: bool,
) -> _Fitting | None:
    """Leave out the quotes that may not answer a part; None where the others do not hold the sentence."""
    quotes, texts, places = [], [], set()
    for quote in sentence.quotes:
        place = quoted_place(quote, draft.evidence)
        if place is None:
            continue
        piece = draft.evidence[quote.number - 1]
        if part.may_stand_in(piece, place[1]) if english else part.binding.binds(piece.document_id or ""):
            quotes.append(quote)
            texts.append(place[0])
            places.add(_key(piece, place[1]))
    left = replace(sentence, quotes=tuple(quotes))
    if not quotes or (left != sentence and not _verified(draft, left, question)):
        return None
    sure = part.confidence(sentence.text, places)
    pattern = part.pattern
    kinds = frozenset(pattern.type.types) if pattern.type.kind == "value" and english else frozenset()
    answers = sure > 0 or states_kind(sentence.text, [quote.text for quote in quotes], kinds)
    others = {word for each in parts if each is not part for word in each.pattern.own_words}
    telling = [word for word in pattern.own_words if word not in others]
    overlap = share({}, telling, frozenset(canonical_words(" ".join((sentence.text, *texts)))))
    return _Fitting(left, answers, sure, overlap)


def _answered_parts(parts: Sequence[_AskedPart], fitting: Sequence[_Fitting | None]) -> list[int]:
    """Choose the parts that a sentence answers: of those that ask for the same kind the likeliest, and as
    many as it states values of this kind, or that it names."""
    able = {at: each for at, each in enumerate(fitting) if each is not None and each.answers}
    chosen = []
    for types in dict.fromkeys(parts[at].pattern.type.types for at in able):
        rivals = [at for at in able if parts[at].pattern.type.types == types]
        rivals.sort(key=lambda at: (-able[at].confidence, -able[at].overlap))
        stated = len({words for words, _ in stated_values(able[rivals[0]].sentence.text, types)})
        chosen += rivals[: max(1, stated)] if types else rivals[:1]
        chosen += [at for at in rivals[1:] if not types and able[at].overlap >= SAID]
    return sorted(chosen)


def _without_model(part: _AskedPart, local: Draft, before: int) -> Draft:
    """Give a part that the model leaves out as it is read without it, or name it."""
    own = next((each for each in local.parts if each.asked == part.pattern.text), None)
    if own is None:
        return replace(abstain(NOT_SAID), asked=part.pattern.text)
    note = own.note if own.abstained else " ".join(filter(None, (own.note, READ_WITHOUT)))
    return replace(renumbered(own, before), note=note)


def _says(said: str, words: Iterable[str]) -> bool:
    """Say whether a sentence says one of some words or values, or has none to say; "no" is no "yes"."""
    answers = tuple(words)
    if answers and _VERDICTS.issuperset(answers):
        opening = said.partition(",")[0].strip(" .").lower()
        return opening not in _VERDICTS or opening in answers
    own = frozenset(canonical_words(said))
    return not answers or any(_is_said(each, said, own) for each in answers)


def _is_said(answer: str, said: str, own: frozenset[str]) -> bool:
    values = quantities_of(answer)
    if values:
        return any(same(one, each) for one in quantities_of(said) for each in values)
    return share({}, canonical_words(answer), own) >= SAID
