"""Whole-protocol reader: the steps of the protocol that a question asks for."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bioloom.answering.composition.answer_wording import names_prefix, title_prefix
from bioloom.answering.composition.draft_answer import Draft, DraftSentence, Quote
from bioloom.answering.constraints.question_coverage import LEAST_COVERAGE, coverage
from bioloom.answering.readers.reading_context import ReadingContext
from bioloom.answering.readings.answer_nodes import answer_nodes
from bioloom.answering.texts.document_titles import is_title
from bioloom.question_parsing import ASKING_WORDS, QuestionPattern, QuestionType
from bioloom.records import Evidence


class WholeProtocolReader:
    """Answers with the steps of a whole protocol."""

    def read(self, context: ReadingContext) -> Draft | None:
        """Read the protocol; None where none is asked for."""
        asked = context.question.type
        if not asks_for_whole_protocol(asked, context.hits):
            return None
        before = len(context.hits) + len(context.claims.first)
        draft = read_protocol(
            context.question.patterns[0],
            context.weights,
            context.hits,
            context.protocol,
            before=before,
            most=context.listed,
        )
        return replace(draft, evidence=context.pieces, needed=LEAST_COVERAGE)


def asks_for_whole_protocol(asked: QuestionType, hits: Sequence[Evidence]) -> bool:
    """Say whether a whole protocol is asked for, by that word or by its title: "How do I extract DNA?",
    "Which reagents does DNA extraction need?"."""
    if not hits or asked.kind == "steps":
        return bool(hits)
    return is_title(hits[0]) and (asked.kind == "how" or (asked.kind == "thing" and asked.noun.endswith("s")))


def read_protocol(
    pattern: QuestionPattern,
    weights: Mapping[str, float],
    evidence: Sequence[Evidence],
    steps: Sequence[Evidence],
    *,
    before: int,
    most: int,
) -> Draft:
    """Answer with the steps of a whole protocol, each cited, or those with the things asked for.

    `before` pieces of evidence stand before the steps.
    Confidence is the share of the question that the first piece of evidence covers.
    """
    read = [
        (number, step, answer_nodes(pattern, {}, step)[0])
        for number, step in enumerate(steps, before + 1)
        if not is_title(step)
    ]
    if pattern.type.types:
        read = [(number, step, nodes) for number, step, nodes in read if nodes]
    sentences = [
        DraftSentence(f"{names_prefix(nodes)}“{step.text}”", (Quote(number, step.text),))
        for number, step, nodes in read[:most]
    ]
    if not sentences:
        return Draft(abstained=True, reason="the graph holds no steps of this protocol")
    first = sentences[0]
    sentences[0] = DraftSentence(f"{title_prefix(steps[0])}{first.text}", first.quotes)
    if len(read) > most:
        last = sentences[-1]
        sentences[-1] = DraftSentence(f"{last.text} More steps follow: ask for more with -k.", last.quotes)
    covered = coverage(weights, evidence[0], asked_words=ASKING_WORDS)
    short = tuple(dict.fromkeys(node.name for _, _, nodes in read for node in nodes))
    return Draft(tuple(sentences), confidence=0.9 * covered, short=short)
