"""Assertion ranking: what the graph asserts about the entities that a question names, put into words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from bioloom.biolink import model, verbalize
from bioloom.graph.connection import Graph
from bioloom.names import normalise, phrases, tokens
from bioloom.question_parsing import (
    STOP_WORDS,
    ParsedQuestion,
    asks_in_common,
    coordinated_names,
    fold,
    is_common,
    leave_out,
    named_end,
    parse_question,
    stem,
)
from bioloom.records import Evidence, Subgraph
from bioloom.retrieval.assertion_sets import Row, count_things, score_row, shared_rows
from bioloom.retrieval.evidence_rows import edge_of, node_of
from bioloom.retrieval.filters import EVERYTHING, Filters
from bioloom.retrieval.query_runner import run_query

NAMES_A_QUERY = 500
"""Lucene takes 1,024 clauses; a long question needs several queries."""

ENTITIES = 20

MOST = 2_000
"""Assertions that are looked through for a number, or for what several things have in common."""

_DISEASE = ("disease", "diseaseorphenotypicfeature")
_DRUG = ("drug", "smallmolecule", "chemicalentity")

ASKED_CATEGORIES = {
    "gene": ("gene",),
    **dict.fromkeys(("protein", "enzyme", "kinase", "receptor"), ("protein", "gene")),
    **dict.fromkeys(("disease", "disorder", "condition", "illness", "indication"), _DISEASE),
    **dict.fromkeys(("symptom", "phenotype", "complaint"), ("phenotypicfeature",)),
    "effect": ("phenotypicfeature", "diseaseorphenotypicfeature"),
    **dict.fromkeys(("drug", "medication", "medicine", "pharmaceutical"), _DRUG),
    **dict.fromkeys(("compound", "chemical"), _DRUG[1:]),
    "pathway": ("pathway",),
    "process": ("biologicalprocess",),
    "function": ("molecularactivity",),
    **dict.fromkeys(("anatomy", "tissue", "organ", "structure"), ("anatomicalentity",)),
    "cell": ("cell", "cellularcomponent"),
}
"""What a word for a kind of thing asks for: Biolink categories in lower case."""

LOWERING = ("block", "decreas", "downregulat", "inhibit", "reduc", "suppress")
RAISING = ("activat", "increas", "stimulat", "upregulat")
"""Beginnings of words for an effect of one direction."""

RELATION_WORDS = {
    "act": ("physical", "interact", "affect", "regulat"),
    "target": ("bind", "interact", "affect", "regulat"),
    **dict.fromkeys(LOWERING, ("negativ",)),
    **dict.fromkeys(RAISING, ("positiv",)),
    "bind": ("physical", "interact"),
    "symptom": ("phenotyp",),
    "locat": ("locat", "express"),
    "induc": ("caus", "affect"),
    "link": ("associat", "relat", "correlat"),
    "connect": ("associat", "relat", "correlat"),
    "treat": ("treat",),
    "therap": ("treat",),
    "indicat": ("treat",),
    "cur": ("treat",),
    **dict.fromkeys(("alleviat", "eas", "palliat", "reliev", "sooth"), ("amelior",)),
    "help": ("treat", "amelior"),
    "mention": ("literatur",),
    **dict.fromkeys(("resembl", "similar"), ("resembl", "similar")),
    "produc": ("caus", "express"),
    "caus": ("side", "contribut", "predispos"),
    "participat": ("participa",),
}
"""Beginnings of words that ask for a predicate which is spelt otherwise."""

_TYPED = re.compile(r"[a-z]+")
_ENDINGS = frozenset({"", "e", "s", "es", "ed", "ing"})


RELATION_PHRASES = dict.fromkeys(
    ("used for", "used against", "good for", "given for", "given against"), ("treat", "amelior")
)
"""Words of no relation that ask for one together."""

TAILS = ("disease", "disorder", "mellitus", "syndrome")
"""Last words of names that are left out in speaking: type 2 diabetes, Alzheimer's."""

_LONGEST_SHORTENED = 4
"""Words of a name that may be a shortened one."""

DIRECTIONS = {
    **dict.fromkeys(LOWERING, ("decreased", "downregulated")),
    **dict.fromkeys(RAISING, ("increased", "upregulated")),
}
"""Beginnings of words that ask for one direction of an effect; an assertion of the other does not answer."""


@dataclass(frozen=True, slots=True)
class RankedAssertions:
    """The first assertions of a ranking, and how many of the whole ranking are as good as the first.

    `things` counts what these join with what is named, where a question asks for a number. `shared` says
    whether they are of what several named things have in common: None where nothing of the kind is asked for.
    """

    first: tuple[Evidence, ...] = ()
    best: int = 0
    things: int = 0
    shared: bool | None = None


def asked_predicates(word: str) -> tuple[str, ...]:
    """Give the beginnings of the predicates that the stem of a word asks for; none for most words.

    A beginning of three letters takes the endings of verbs only.

    >>> asked_predicates("act"), asked_predicates("actin"), asked_predicates("activat")[-2:]
    (('physical', 'interact', 'affect', 'regulat'), (), ('positiv',))
    """
    begun = (key for key in RELATION_WORDS if word.startswith(key))
    keys = [key for key in begun if len(key) > 3 or word[len(key) :] in _ENDINGS]
    return RELATION_WORDS[max(keys, key=len)] if keys else ()


def asked_directions(word: str) -> tuple[str, ...]:
    """Give the directions of an effect, as qualifiers, that the stem of a word asks for; mostly none."""
    return next((ways for begin, ways in DIRECTIONS.items() if word.startswith(begin)), ())


def asked_categories(word: str) -> tuple[str, ...]:
    """Give the categories that the stem of a word asks for, in lower case; none for most words.

    >>> asked_categories(stem("genes"))
    ('gene',)
    """
    return next((found for kind, found in ASKED_CATEGORIES.items() if stem(kind) == word), ())


def retrieve_assertions(
    graph: Graph, question: str, *, limit: int = 25, filters: Filters = EVERYTHING
) -> tuple[Evidence, ...]:
    """Find what the graph asserts about the entities named in a question, best first."""
    return rank_assertions(graph, parse_question(question), limit=limit, filters=filters).first


def rank_assertions(
    graph: Graph, question: ParsedQuestion, *, limit: int = 25, filters: Filters = EVERYTHING
) -> RankedAssertions:
    """Find what the graph asserts about the entities named in a question, best first.

    Score: `score_row`; a predicate is the one asked for if it shares a word with the question and does not
    state the other direction of the effect. Of "both asthma and migraine" those count that join one thing
    with each. `graph_matches` counts the ends that are named, `bm25` is 0.
    """
    said, clause = leave_out(question.searched)
    names = [each for each in phrases(said) if each not in STOP_WORDS and len(each) > 1]
    if question.empty or not names:
        return RankedAssertions()
    fuller = _fuller(names)
    sought = [*names, *fuller]
    text, kept = said.lower(), frozenset(tokens(said))
    words = [stem(term) for term in question.content_words if term in kept]
    related = [other for term in words for other in asked_predicates(term)]
    related += [other for phrase, others in RELATION_PHRASES.items() if phrase in text for other in others]
    end, closed, searched = named_end(text), question.type.kind == "closed", normalise(text)
    together = not closed and ("and" in tokens(text) or asks_in_common(text))
    parameters = {
        "queries": [
            _any_of(sought[start : start + NAMES_A_QUERY]) for start in range(0, len(sought), NAMES_A_QUERY)
        ],
        "phrases": names,
        "fuller": fuller,
        "left_out": phrases(clause) if clause and not question.patterns[1:] else [],
        "everyday": _everyday(said, names),
        "words": [term for term in dict.fromkeys(words + related) if len(term) > 2],
        "categories": sorted({category for term in words for category in asked_categories(term)}),
        "directions": sorted({way for term in words for way in asked_directions(term)}),
        "end": None if closed else end,
        "first": end if closed else None,
        "places": {name: searched.find(name) for name in names},
        "symmetric": _symmetric(),
        "entities": ENTITIES,
        "limit": MOST if question.type.counts else limit,
        **filters.parameters(),
    }
    found = run_query(graph, "retrieve/assertions", parameters)
    ranked = _ranked(found, limit)
    if not found or not together:
        return ranked
    if coordinated_names(searched, found[0]["named"]):  # only such a question needs more than the first
        found = run_query(graph, "retrieve/assertions", parameters | {"limit": MOST})
    named = coordinated_names(searched, {name for row in found for name in row["names"]})
    if named and (common := shared_rows(found, named)):
        return replace(_ranked(common, limit), best=len(common), shared=True)
    return replace(ranked, shared=False) if asks_in_common(text) else ranked


def _ranked(rows: Sequence[Row], limit: int) -> RankedAssertions:
    if not rows:
        return RankedAssertions()
    return RankedAssertions(tuple(map(_evidence, rows[:limit])), rows[0]["best"], count_things(rows))


def rank_part_assertions(
    graph: Graph, question: ParsedQuestion, *, limit: int, filters: Filters
) -> tuple[RankedAssertions, ...]:
    """Find the assertions for each part of a question; none where it has one part."""
    parts = [parse_question(part.text) for part in question.patterns[1:] and question.patterns]
    return tuple(rank_assertions(graph, part, limit=limit, filters=filters) for part in parts)


@cache
def _symmetric() -> list[str]:
    return [each for each in model().predicates() if model().symmetric(each)]


def _fuller(names: Sequence[str]) -> dict[str, str]:
    """Give the fuller names for which a question's may stand, and the singular, each with what is said.

    >>> _fuller(["alzheimer s", "glaucomas"])["alzheimer s disease"]
    'alzheimer s'
    """
    found = {}
    for name in names:
        words = name.split()
        if len(words) > _LONGEST_SHORTENED or words[-1] in STOP_WORDS:
            continue
        if len(words) == 1 and is_common(fold(name)):
            continue
        found.update({f"{name} {tail}": name for tail in TAILS})
        if name.endswith("s") and len(words[-1]) > len("virus"):
            found[name[:-1]] = name
    said = frozenset(names)
    return {fuller: name for fuller, name in found.items() if fuller not in said}


def _everyday(text: str, names: Sequence[str]) -> list[str]:
    """List the everyday words in small letters, which mean no symbol in capitals: "act" is not ACT."""
    typed = frozenset(_TYPED.findall(text))
    return [name for name in names if name in typed and is_common(fold(name))]


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


def _any_of(names: list[str]) -> str:
    """Ask for any of these normal forms, which hold no quotes and no backslashes."""
    return " ".join(f'"{name}"' for name in names)


def _evidence(row: dict[str, Any]) -> Evidence:
    start, end, edge = node_of(row["start"]), node_of(row["end"]), row["edge"]
    relation = edge_of(row["type"], start.id, end.id, edge)
    sentence, document, said = row["said"] or (None, None, None)
    return Evidence(
        text=verbalize(name_in_text(row["start"], edge), row["type"], name_in_text(row["end"], edge), edge),
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
