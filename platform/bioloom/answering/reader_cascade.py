"""Reader cascade: decisive readers first, then the most confident of the others, without a language model."""

from collections.abc import Sequence

from bioloom.answering.composition.answer_wording import as_asked, texts_of
from bioloom.answering.composition.citation_verification import verifiable
from bioloom.answering.composition.draft_answer import Draft, abstain
from bioloom.answering.composition.refusal_wording import nothing_mentions
from bioloom.answering.constraints.missing_words import known_words
from bioloom.answering.readers.abstract_reader import NearestFindingReader, YesNoReader
from bioloom.answering.readers.assertion_reader import AssertionReader, DifferenceReader
from bioloom.answering.readers.document_reader import DocumentReader
from bioloom.answering.readers.drug_reader import DrugReader
from bioloom.answering.readers.federated_reader import FederatedReader
from bioloom.answering.readers.gene_reader import EMPTY_GRAPH, GeneReader
from bioloom.answering.readers.mechanism_reader import MechanismReader, UnclearNameReader
from bioloom.answering.readers.property_reader import PropertyReader
from bioloom.answering.readers.protocol_reader import ProtocolReader
from bioloom.answering.readers.publication_reader import PublicationReader
from bioloom.answering.readers.reading_context import Reader, ReadingContext
from bioloom.answering.readers.remedies import RemedyReader
from bioloom.answering.readers.whole_protocol_reader import WholeProtocolReader
from bioloom.question_parsing import is_english, matches_any
from bioloom.retrieval import asks_relation

NOT_UNDERSTOOD = "The question was not understood: ask in a full sentence, naming what it is about."

NOT_ENGLISH = (
    "The question does not seem to be in English, the only language that is understood: ask it in English."
)

_NOT_ASSERTED = frozenset({"how", "value"})
"""Kinds of questions that an assertion, which joins two things, does not answer."""

_COUNTED = frozenset({"number", "times", "interval"})
"""Values that can be counted in the graph."""

_NEAREST = 3
"""Documents that are named where none answers."""


class NothingFoundReader:
    """Abstains if the question is not English, names nothing, or matches only words that ask for nothing."""

    def read(self, context: ReadingContext) -> Draft | None:
        """Say that nothing was found; None where something was."""
        words = context.question.content_words
        if not is_english(context.question.text):
            return abstain(NOT_ENGLISH)
        if words and all(len(word) < 2 and word.isascii() for word in words):
            return abstain(NOT_UNDERSTOOD)
        if not context.searched:
            return None
        if context.evidence:
            unheard = _unheard(context)
            return nothing_mentions(unheard) if unheard else None
        if context.empty_graph:
            return abstain(EMPTY_GRAPH)
        within = " within the filters" if context.filters.narrow else ""
        hint = f"; did you mean “{context.similar}”?" if context.similar else "."
        return abstain(f"Nothing in the graph matches the question{within}{hint}")


def _unheard(context: ReadingContext) -> str:
    """List the words of a question that asks for no kind of value or thing, where no sentence or title that
    was found has any of them, those for a relation aside: "tell me a joke", "what treats gout"; none for
    other questions."""
    patterns = context.question.patterns
    if context.claims.first or any(each.type.kind != "open" or not each.own_words for each in patterns):
        return ""
    known = known_words(texts_of(context.hits))
    words = {word for each in patterns for word in each.own_words}
    asked = {word for word in words if not asks_relation(word)} or words
    heard = any(matches_any(word, known) for word in asked)
    return "" if heard else as_asked(context.question.text, asked)


DECISIVE: tuple[Reader, ...] = (
    NothingFoundReader(),
    DocumentReader(),
    FederatedReader(GeneReader(), DrugReader()),
    MechanismReader(),
    DifferenceReader(),
    PropertyReader(),
    YesNoReader(),
    RemedyReader(),
)
"""Readers whose draft is the answer if they give one, in this order."""

COMPARED: tuple[Reader, ...] = (
    WholeProtocolReader(),
    ProtocolReader(),
    AssertionReader(),
    PublicationReader(),
)
"""Readers of which the most confident draft counts, the first of equal ones."""

LAST: tuple[Reader, ...] = (UnclearNameReader(), NearestFindingReader())
"""Readers that are asked where the best draft is not confident enough to be given."""


class ReaderCascade:
    """Reads without a language model: decisive readers first, then the most confident of the others.

    A draft of which no sentence could be verified is none: the other readers are asked.
    """

    def read(self, context: ReadingContext) -> Draft:
        """Draft an answer, or abstain and say why."""
        for reader in DECISIVE:
            if (decided := _verifiable_draft(reader, context)) is not None:
                return decided
        read = [
            (reader, draft)
            for reader in COMPARED
            if (draft := _verifiable_draft(reader, context)) is not None
        ]
        best = _best(context, read)
        if best.confidence >= best.needed:
            return best
        for reader in LAST:
            if (last := _verifiable_draft(reader, context)) is not None:
                return last
        refusals = [(reader, draft) for reader, draft in read if draft.abstained]
        nearest = (
            draft for reader, draft in refusals if draft.sentences and _may_answer(context, reader, draft)
        )
        bound = any(each.named or each.unknown is not None for each in context.bindings)
        stated = (each for _, each in refusals if each.sentences and not (each.asked or each.parts or bound))
        parted = (each for _, each in refusals if (each.asked and (bound or each.sentences)) or each.parts)
        refusal = next(nearest, None) or next(stated, None) or next(parted, None)
        return refusal or abstain(_weak(context, best))


def _verifiable_draft(reader: Reader, context: ReadingContext) -> Draft | None:
    """Read with one reader; None where nothing of its draft could be given."""
    draft = reader.read(context)
    return draft if draft is None or verifiable(draft, context.question.text) else None


def _may_answer(context: ReadingContext, reader: Reader, draft: Draft) -> bool:
    """Say whether a draft is the reader's of publications, from documents that the question may mean."""
    if not isinstance(reader, PublicationReader):
        return False
    quoted = [draft.evidence[quote.number - 1] for sentence in draft.sentences for quote in sentence.quotes]
    return all(binding.binds(hit.document_id or "") for binding in context.bindings for hit in quoted)


def _best(context: ReadingContext, read: Sequence[tuple[Reader, Draft]]) -> Draft:
    """Choose the most confident draft.

    Of assertions and a sentence of a publication the assertions count where they leave no word of the
    question open and it is not asked how, else the sentence, if it answers. No assertion states a measured
    value, but things are counted.
    """
    if context.question.type.types - _COUNTED and context.question.type.kind == "value":
        read = [each for each in read if not isinstance(each[0], AssertionReader)]
    if not read:
        return Draft(abstained=True)
    best = max((draft for _, draft in read), key=lambda each: each.confidence)
    asserted = next((draft for other, draft in read if isinstance(other, AssertionReader)), None)
    said = next((draft for other, draft in read if isinstance(other, PublicationReader)), None)
    if asserted is not None and said is not None and (best is asserted or best is said):
        left_open = any(each.unsaid for each in (asserted, *asserted.parts))
        other_kind = context.question.type.kind in _NOT_ASSERTED and not asserted.counted
        first = said if left_open or other_kind else asserted
        return first if not first.abstained and first.confidence >= first.needed else best
    return best


def _weak(context: ReadingContext, best: Draft) -> str:
    if not context.question.type.asking and len(context.weights) < 2:
        return NOT_UNDERSTOOD
    unknown = any(map(asks_relation, context.weights)) and not context.claims.first
    found = "is asserted about what it names" if unknown else "answers the question surely enough"
    return (
        f"The evidence is too weak to answer (support {best.confidence:.2f}, needed {best.needed:.2f}): "
        f"nothing in the graph {found}.{'' if unknown else _nearest(context)}"
    )


def _nearest(context: ReadingContext) -> str:
    """Name the documents that are nearest to a question, for somebody who looks for one to ask about."""
    titles = dict.fromkeys(hit.document_title.strip() for hit in context.hits if hit.document_title)
    named = ", ".join(f"“{title}”" for title in [*titles][:_NEAREST])
    return f" The nearest documents: {named}." if named else ""
