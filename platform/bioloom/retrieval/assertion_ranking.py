"""Assertion ranking: what the graph asserts about the entities that a question names, put into words."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from bioloom.biolink import verbalize
from bioloom.graph.connection import Graph
from bioloom.names import normalise, tokens
from bioloom.question_parsing import (
    ParsedQuestion,
    asks_in_common,
    canonical_word,
    coordinated_names,
    defined_name,
    is_everyday,
    leave_out,
    parse_question,
    stem,
    subtracted,
)
from bioloom.records import Evidence, Subgraph
from bioloom.retrieval.abbreviated_names import short_names
from bioloom.retrieval.asked_relations import asked_categories, asks_relation
from bioloom.retrieval.assertion_query import AssertionQuery, assertion_query, of_clause
from bioloom.retrieval.assertion_search import AssertionSearch, answers, is_name
from bioloom.retrieval.assertion_sets import (
    REVERSED,
    Row,
    count_things,
    counted_rows,
    intersect_rows,
    nearest_rows,
    score_row,
    shared_rows,
    subtract_rows,
)
from bioloom.retrieval.entity_profile import profile_rows, profile_words, rows_about
from bioloom.retrieval.evidence_rows import edge_of, node_of
from bioloom.retrieval.filters import EVERYTHING, Filters
from bioloom.retrieval.property_conditions import Conditions, narrow, open_conditions, show_named
from bioloom.retrieval.restricting_clauses import restricting_clause

_WITHOUT = "without "
_LISTING = frozenset({"or", "nor", "than", "versus", "vs"})
_IT = re.compile(r"\b(?:it|they|them)\b", re.IGNORECASE)

LEAST_ROWS = 50
"""Assertions that are looked through at least, to find some of each name."""

MOST = 2_000
"""Assertions that are looked through for a number, for what things have in common, or what they have not."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """What was taken away of what a question asks for: what is joined with the things of `clause` as well.

    `names` are those that the graph knows, `things` counts what was taken away, `remaining` what is left.
    """

    names: tuple[str, ...]
    things: int
    remaining: int
    clause: str


@dataclass(frozen=True, slots=True)
class RankedAssertions:
    """The best assertions on a question, and what the ranking knows of all that were found.

    - `first`: the assertions themselves, best first, up to the limit of the search;
    - `best`: how many of all that were found rank as high as the first of them;
    - `things`: how many different things these join with the entity that is named ("how many drugs …");
    - `shared`: of a question for what several entities have in common, whether there is something; else None;
    - `left_out`: of a question with an exclusion ("but not gout"), what was taken away; else None;
    - `described`: of "What is riluzole?", the name of that entity; else empty;
    - `unstated`: the question's word for its relation, if the best assertions have another one; else empty;
    - `reverse`: of a question for yes or no that no assertion states, the id of one that states the reverse;
    - `unjoined`: names of the question that it asks about together, and that no assertion joins; else empty;
    - `conditions`: words of the question that properties of the assertions fulfil, "launched"; `unmet` if
      some fulfil some of them, and none all;
    - `meanings`: abbreviations of the question that may stand for several entities, each with their names.
    """

    first: tuple[Evidence, ...] = ()
    best: int = 0
    things: int = 0
    shared: bool | None = None
    left_out: LeftOut | None = None
    described: str = ""
    unstated: str = ""
    reverse: str = ""
    unjoined: tuple[str, ...] = ()
    conditions: frozenset[str] = frozenset()
    unmet: bool = False
    meanings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def retrieve_assertions(
    graph: Graph, question: str, *, limit: int = 25, filters: Filters = EVERYTHING
) -> tuple[Evidence, ...]:
    """Find what the graph asserts about the entities named in a question, best first."""
    return rank_assertions(graph, parse_question(question), limit=limit, filters=filters).first


def rank_assertions(
    graph: Graph,
    question: ParsedQuestion,
    *,
    limit: int = 25,
    filters: Filters = EVERYTHING,
    texts: tuple[str, ...] = (),
) -> RankedAssertions:
    """Find what the graph asserts about the entities named in a question, best first.

    `texts` may define abbreviations of the question. Score: `score_row`; a predicate is the one asked for if
    it shares a word with the question and does not state the other direction of the effect. Of "both asthma
    and migraine" those count that join one thing with each, of "asthma but not migraine" those without the
    other. `graph_matches` counts the ends that are named, `bm25` is 0.
    """
    rows = MOST if question.type.counts else max(limit, LEAST_ROWS)
    search = AssertionSearch(graph, filters, rows, texts)
    ranked = _rank(search, question, limit)
    return replace(ranked, meanings=search.meanings)


def _rank(search: AssertionSearch, question: ParsedQuestion, limit: int) -> RankedAssertions:
    """Rank the assertions for a question by the way in which it asks."""
    whole, clause = leave_out(question.text)
    open_ = question.type.kind != "closed"
    said, excluded = _split_exclusion(whole) if open_ else (whole, "")
    asked = assertion_query(question, said, clause)
    found = replace(search, limit=MOST).find_rows(asked) if excluded and asked else []
    if excluded and not found:
        said, excluded, asked = whole, "", assertion_query(question, whole, clause)
    if asked is None:
        return RankedAssertions()
    found = found or search.find_rows(asked)
    if (name := defined_name(said)) and open_ and any(normalise(name) in row["names"] for row in found):
        return _profile(search, asked, found, name, limit)
    if not found:
        return RankedAssertions()
    everything, conditions = search, "" if question.patterns[1:] else said  # each part has its own
    if excluded and narrow(found, open_conditions(f"not {excluded}", _asked_for(found))):
        conditions, excluded = f"not {excluded}", ""
    search, found, words = _narrowed(search, asked, found, conditions)
    if words and not found:
        return replace(_ranked(search.find_rows(asked), limit), conditions=words, unmet=True)
    if not open_:
        return replace(_by_score(asked, found, limit), conditions=words)
    found, shared = _shared(search, asked, found, said.lower())
    if shared is None:
        shared, clause_words = _restricted(everything, question, said)
        words |= clause_words
    rows = found if shared is None else shared
    if excluded and rows and (left := _exclude(everything, asked, rows, excluded, limit)):
        return replace(left, conditions=words)
    if shared is None:
        unjoined = () if excluded else _unjoined(question.text, found)
        if unjoined:
            found = nearest_rows(found)
        return replace(_by_score(asked, found, limit), unjoined=unjoined, conditions=words)
    if not shared:
        return replace(_ranked(nearest_rows(found), limit), shared=False, conditions=words)
    return replace(_ranked(shared, limit), best=len(shared), shared=True, conditions=words)


def _by_score(asked: AssertionQuery, found: Sequence[Row], limit: int) -> RankedAssertions:
    """Rank rows by their scores alone."""
    return replace(_ranked(found, limit), unstated=_unstated(asked, found), reverse=_reverse(asked, found))


def _narrowed(
    search: AssertionSearch, asked: AssertionQuery, found: list[Row], text: str
) -> tuple[AssertionSearch, list[Row], frozenset[str]]:
    """Keep of the best rows those whose properties fulfil what else is said, and give the words that they
    fulfil, with a search that finds no others; else put those first that have a property so called."""
    conditions = open_conditions(text, _asked_for(found))
    if not (conditions.words or conditions.comparisons):
        return search, found, frozenset()
    rows = found if len(found) < search.limit else replace(search, limit=MOST).find_rows(asked)
    if asked.closed:  # "is it approved?": what is named may have the property
        rows = [row | {"whole": not row["both"]} for row in rows]
    narrowed = narrow(_asked_for(rows), conditions)
    if narrowed is not None:
        kept = replace(search, conditions=conditions) if narrowed.rows else search
        return kept, counted_rows(narrowed.rows), narrowed.words
    told = [len(conditions.named(row)) for row in rows]
    order = sorted(range(len(rows)), key=lambda at: (-score_row(rows[at]), -told[at]))
    if asked.closed:  # "in phase 3?": the value that is stated instead is told
        rows = [show_named(row, conditions) if has else row for row, has in zip(rows, told, strict=True)]
    return search, [rows[at] for at in order] if any(told) else found, frozenset()


def _asked_for(rows: Sequence[Row]) -> list[Row]:
    """Give the rows that may be what is asked for: the best ones, and those between two named things."""
    best = max((score_row(row) for row in rows if not row["both"]), default=REVERSED)
    return [row for row in rows if row["both"] or score_row(row) == best]


def _split_exclusion(question: str) -> tuple[str, str]:
    """Split off what a question leaves out ("but not gout"), behind its noun or behind all it says."""
    restricted = restricting_clause(question)
    if restricted is None or not restricted[1].startswith(_WITHOUT):
        return subtracted(question)
    return restricted[0], restricted[1].removeprefix(_WITHOUT)


def _profile(
    search: AssertionSearch, asked: AssertionQuery, found: Sequence[Row], name: str, limit: int
) -> RankedAssertions:
    """Tell what is asserted about one thing, what tells most about it first.

    An abbreviation by which no vocabulary calls anything means the one thing that has it for initials.
    """
    plain = normalise(name)
    known = any(is_name(end, plain) for row in found for end in (row["start"], row["end"]))
    full = {} if known else search.full_names(short_names(name), own=True)
    full = full if len(full) == 1 else {}
    asked = replace(asked, parameters=asked.parameters | {"words": profile_words(), "near": []}, relations=())
    rows = replace(search, limit=MOST).find_rows(asked.also(full) if full else asked)
    of_it = profile_rows(rows_about(rows, plain, full))
    return RankedAssertions(
        tuple(map(_evidence, of_it[:limit])), len(of_it), described=next(iter(full), plain)
    )


def _shared(
    search: AssertionSearch, asked: AssertionQuery, found: list[Row], text: str
) -> tuple[list[Row], list[Row] | None]:
    """Find what several named things have in common; None where that is not asked for. Before it stand the
    rows among which that was looked for."""
    common = asks_in_common(text)
    if not (common or "and" in tokens(text)):
        return found, None
    if coordinated_names(text, found[0]["named"]):  # only such a question needs more than the first
        found = replace(search, limit=MOST).find_rows(asked)
    named = coordinated_names(text, {name for row in found for name in row["names"]})
    rows = shared_rows(found, named) if named else []
    return found, rows if rows or common else None


def _restricted(
    search: AssertionSearch, question: ParsedQuestion, said: str
) -> tuple[list[Row] | None, frozenset[str]]:
    """Find what is asked for and has the relation of a clause as well, None where no clause restricts.

    Behind it stand the words that a property of either assertion fulfils.
    """
    parted = restricting_clause(said)
    asked = assertion_query(question, parted[0]) if parted else None
    clause = of_clause(asked, parted[1]) if parted and asked else None
    if asked is None or clause is None or not (asked.related and clause.related):
        return None, frozenset()
    search = replace(search, limit=MOST)
    rows, others = search.find_rows(asked), search.find_rows(clause)
    if not (answers(rows, asked) and answers(others, clause)):
        return None, frozenset()
    narrowed = narrow([*rows, *others], open_conditions(said, [*rows, *others]))
    if narrowed is None:
        return intersect_rows(rows, others), frozenset()
    first = {row["edge"]["id"]: row for row in narrowed.rows}
    rows, others = ([first.get(row["edge"]["id"], row) for row in each] for each in (rows, others))
    others.sort(key=lambda row: "stated" not in row)
    things = {row["other"] for row in narrowed.rows}
    return intersect_rows([row for row in rows if row["other"] in things], others), narrowed.words


def _exclude(
    search: AssertionSearch, asked: AssertionQuery, rows: Sequence[Row], clause: str, limit: int
) -> RankedAssertions | None:
    """Take away what is joined with the things of a clause; None where that cannot be what is asked for."""
    best = rows[0]["predicate_match"] or rows[0]["category_match"]
    other = of_clause(asked, clause)
    if other is None or not best or rows[0]["reversed"]:
        return None
    others = replace(search, limit=MOST).find_rows(other)
    rest, gone = subtract_rows(rows, others)
    left = LeftOut(_spelt(others), len(gone), len({row["other"] for row in rest}), clause.strip())
    evidence = tuple(map(_evidence, (rest or rows)[:limit]))
    return RankedAssertions(evidence, len(rest), left.remaining, left_out=left)


def _unjoined(text: str, rows: Sequence[Row]) -> tuple[str, ...]:
    """List the names that a question says where no row has two of them, unless it lists them side by side.

    Everyday words are no names here, nor are words for a kind of things, a relation or a property of rows.
    """
    said = (*dict.fromkeys(filter(_is_own_name, rows[0]["named"])),)
    if len(said) < 2 or any(row["both"] for row in rows) or "(" in text:
        return ()
    words = Conditions(tuple(word for name in said for word in name.split()))
    properties = frozenset[str]().union(*map(words.named, rows))
    said = tuple(name for name in said if not properties.issuperset(name.split()))
    if len(said) < 2:
        return ()
    listed = not _LISTING.isdisjoint(tokens(text.lower())) or coordinated_names(normalise(text), said)
    return () if listed or asks_in_common(text.lower()) else said


def _is_own_name(name: str) -> bool:
    """Say whether a name is more than everyday words, "gout"."""
    return any(
        not (is_everyday(canonical_word(word)) or asked_categories(stem(word)) or asks_relation(word))
        for word in name.split()
        if len(word) > 1 and not word.isdecimal()
    )


def _unstated(asked: AssertionQuery, rows: Sequence[Row]) -> str:
    """Give the word for the relation that is asked for, if the best rows have another; else nothing."""
    best = next((row for row in rows if not row["reversed"]), None)
    return "" if best is None or best["predicate_match"] else asked.unstated(best["names"])


def _reverse(asked: AssertionQuery, rows: Sequence[Row]) -> str:
    """Give the id of an assertion that states what is asked for yes or no the other way round; empty where
    one states what is asked for, or none does."""
    joining = [row for row in rows if asked.closed and row["both"] and row["predicate_match"]]
    all_reversed = bool(joining) and all(row["reversed"] for row in joining)
    return str(joining[0]["edge"]["id"]) if all_reversed else ""


def _spelt(rows: Sequence[Row]) -> tuple[str, ...]:
    """List what rows are about, as the graph spells it where it has that very name."""
    ends = (end for row in rows for end in (row["start"], row["end"]) if end["id"] != row["other"])
    spelt = {normalise(end.get("name") or ""): end.get("name") for end in ends}
    return tuple(dict.fromkeys(spelt.get(name) or name for row in rows for name in row["named"]))


def _ranked(rows: Sequence[Row], limit: int) -> RankedAssertions:
    if not rows:
        return RankedAssertions()
    return RankedAssertions(tuple(map(_evidence, rows[:limit])), rows[0]["best"], count_things(rows))


def rank_part_assertions(
    graph: Graph, question: ParsedQuestion, *, limit: int, filters: Filters, texts: tuple[str, ...] = ()
) -> tuple[RankedAssertions, ...]:
    """Find the assertions for each part of a question; none where it has one part.

    "It" is the one thing that the part before names.
    """
    if subtracted(question.text)[1]:
        return ()
    ranked: list[RankedAssertions] = []
    for part in question.patterns[1:] and question.patterns:
        named = {name for piece in ranked[-1].first for name in piece.matched} if ranked else set()
        asked = parse_question(_IT.sub(named.pop(), part.text) if len(named) == 1 else part.text)
        ranked.append(rank_assertions(graph, asked, limit=limit, filters=filters, texts=texts))
    return tuple(ranked)


def name_in_text(end: dict[str, Any], edge: dict[str, Any]) -> str:
    """Name an end of an assertion as the text does that states it; else as the graph does.

    A text's name counts only if it is a name of this end, since the ends may have changed places.

    >>> edge = {"original_subject": "Adrenaline", "supporting_text": ["Adrenaline eased it."]}
    >>> name_in_text({"id": "X:1", "name": "EPINEPHRINE", "normalised": ["epinephrine", "adrenaline"]}, edge)
    'Adrenaline'
    >>> name_in_text({"id": "X:2", "name": "asthma", "normalised": ["asthma"]}, edge)
    'asthma'
    """
    texts = edge.get("supporting_text") or ()
    names = {*(end.get("normalised") or ()), normalise(end.get("name") or "")}
    for slot in ("original_subject", "original_object"):
        stated = str(edge.get(slot) or "")
        if stated and normalise(stated) in names and any(stated in text for text in texts):
            return stated
    return str(end.get("name") or end["id"])


def _evidence(row: dict[str, Any]) -> Evidence:
    start, end, edge = node_of(row["start"]), node_of(row["end"]), row["edge"]
    relation = edge_of(row["type"], start.id, end.id, edge)
    sentence, document, said = row["said"] or (None, None, None)
    text = verbalize(name_in_text(row["start"], edge), row["type"], name_in_text(row["end"], edge), edge)
    return Evidence(
        text=": ".join((text, ", ".join(row["stated"]))) if row.get("stated") else text,
        score=score_row(row),
        document_id=document,
        assertion_id=relation.id,
        source=edge.get("primary_knowledge_source"),
        graph_matches=2 if row["both"] else 1,
        matched=tuple(sorted(row["names"])),
        subgraph=Subgraph((start, end) if start.id != end.id else (start,), (relation,)),
        supporting_text=said,
        supporting_sentence=sentence,
    )
