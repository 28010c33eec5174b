"""Spelled questions: abbreviations of a question, read as the words of the texts that it finds."""

from collections.abc import Callable, Mapping, Sequence

from bioloom.answering.answer_wording import texts_of
from bioloom.question_parsing import (
    ParsedQuestion,
    cut_words,
    initial_words,
    long_forms,
    missing_forms,
    parse_question,
    parted_names,
    short_forms,
    spell_out,
)
from bioloom.records import Evidence
from bioloom.retrieval import RankedSentences

Rank = Callable[[ParsedQuestion], RankedSentences]
"""Ranks the sentences of the graph for a question."""


def rank_spelled(
    question: ParsedQuestion, rank: Rank
) -> tuple[ParsedQuestion, RankedSentences, tuple[str, ...]]:
    """Rank for a question, and again for it in the words of what was found where it has abbreviations that
    nothing found has; give how it was read, and notes that say so."""
    ranked = rank(question)
    put = spelled_out(question, ranked.hits, rank)
    if not put:
        return question, ranked, ()
    question = parse_question(spell_out(question.text, put))
    notes = tuple(f"{short} was read as “{long}”." for short, long in put.items())
    return question, rank(question), notes


def spelled_out(question: ParsedQuestion, hits: Sequence[Evidence], rank: Rank) -> Mapping[str, str]:
    """Give what the short forms of a question stand for that no sentence found has: in these sentences, or
    else in those that `rank` finds for the question without short forms; and what its cut words begin."""
    short, texts = short_forms(question.text), texts_of(hits)
    cut = {
        word: whole
        for read in (initial_words, cut_words, parted_names)
        for word, whole in read(question.text, texts).items()
    }
    if not short:
        return cut
    left = missing_forms(short, texts)
    put = long_forms(left, texts)
    unread = {each: longs[0] for each, longs in left.items() if each not in put}
    if unread:
        other = rank(parse_question(spell_out(question.text, unread)))
        put = {**long_forms(left, texts_of(other.hits)), **put}
    return {**cut, **put}
