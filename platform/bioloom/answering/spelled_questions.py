"""Spelled questions: abbreviations and slips of a question, read as the words of the texts that it finds."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from bioloom.answering.composition.answer_wording import texts_of
from bioloom.names import normalise, tokens
from bioloom.question_parsing import (
    ParsedQuestion,
    cut_words,
    initial_words,
    long_forms,
    missing_forms,
    misspelt_words,
    parse_question,
    parted_names,
    short_forms,
    spell_out,
)
from bioloom.records import Evidence
from bioloom.retrieval import RankedSentences

Rank = Callable[[ParsedQuestion], RankedSentences]
"""Ranks the sentences of the graph for a question."""

Known = Callable[[ParsedQuestion], Iterable[str]]
"""Gives the names in a question that the graph knows, in normal form."""

_LEAST = 4
"""Letters from which a name is not read as an abbreviation; genes have shorter ones by chance."""


def rank_spelled(
    question: ParsedQuestion, rank: Rank, known: Known
) -> tuple[ParsedQuestion, RankedSentences, tuple[str, ...]]:
    """Rank for a question, and again for it in the words of what was found where it has abbreviations that
    nothing found has and that are in no name that is known; give how it was read, and notes that say so."""
    ranked = rank(question)
    put = spelled_out(question, ranked.hits, rank)
    if put:
        named = {word for name in known(question) for word in name.split()}
        put = {short: long for short, long in put.items() if named.isdisjoint(tokens(short.casefold()))}
    if not put:
        return question, ranked, ()
    question = parse_question(spell_out(question.text, put))
    notes = tuple(f"{short} was read as “{long}”." for short, long in put.items())
    return question, rank(question), notes


def known_names(found: Iterable[Evidence]) -> frozenset[str]:
    """Give the names of things that assertions are about and that are no abbreviations: of several words, or
    what a vocabulary calls the thing itself."""
    own = {normalise(node.name) for piece in found for node in piece.subgraph.nodes}
    names = frozenset(name for piece in found for name in piece.matched)
    return frozenset(name for name in names if " " in name or (name in own and len(name) >= _LEAST))


def spelled_out(question: ParsedQuestion, hits: Sequence[Evidence], rank: Rank) -> Mapping[str, str]:
    """Give what the short forms of a question stand for that no sentence found has: in these sentences, or
    else in those that `rank` finds for the question without short forms; and what its cut, misspelt or
    otherwise parted words are there."""
    short, texts = short_forms(question.text), texts_of(hits)
    cut = {
        word: whole
        for read in (misspelt_words, initial_words, cut_words, parted_names)
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
