"""Assertion reader: an answer from ranked assertions about the entities that a question names."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from bioloom.answering.composition.draft_answer import Draft, DraftSentence, Quote, abstain, join_parts
from bioloom.answering.constraints.assertion_coverage import GENERIC, assertion_coverage, states_noun
from bioloom.answering.constraints.named_statistics import asks_statistic
from bioloom.answering.constraints.question_coverage import LEAST_COVERAGE
from bioloom.answering.readers.reading_context import ReadingContext
from bioloom.names import normalise, tokens
from bioloom.question_parsing import (
    QuestionPattern,
    QuestionType,
    asked_nouns,
    canonical_word,
    is_everyday,
    leave_out,
    stem,
    subtracted,
)
from bioloom.records import Evidence, SubgraphNode, Value
from bioloom.retrieval import (
    REVERSED,
    LeftOut,
    RankedAssertions,
    asked_categories,
    asked_directions,
    asks_relation,
)

UNSAID = 0.9
"""Factor on the confidence of assertions that leave a word of the question uncovered."""

UNCHECKED = 0.6
"""Trust in a claim that a language model read: as in the least sure that the local model writes."""

BARE = 1.0
"""The score of an assertion that is about a named entity and nothing more."""

_CAPITAL = re.compile(r"(?<=[a-z])(?=[A-Z])")

RELATED = 3.0
"""The score from which an assertion has the relation of the question, or both ends."""

SAID = 7.0
"""The score from which an assertion has both ends and the relation of the question, and so says yes to it."""


BOTH = 2
"""The ends of an assertion."""

_COMPARING = frozenset({"better", "fewer", "less", "more", "worse"})
"""Words that compare two things, which no list of assertions does."""

_CORRELATING = ("associat", "correlat")
"""Beginnings of the words that ask for a correlation; others ask what acts, which none tells."""

_OPPOSED = ({"increased", "decreased"}, {"upregulated", "downregulated"})

_DISPUTED = "What is cited contradicts itself: some of it states this, some denies it."


class AssertionReader:
    """Answers with the ranked assertions of the best score."""

    def read(self, context: ReadingContext) -> Draft | None:
        """Read the assertions; None where there are none, or not about all names of a mechanism, or where a
        statistic is asked for, which none states."""
        statistic = asks_statistic(context.question.text) and not context.claims.conditions
        if not context.claims.first or context.unknown or statistic:
            return None
        parts = _read_parts(context)
        if not (parts.abstained or context.claims.shared):
            return parts
        question, weights = context.question, context.weights
        weights = of_part(weights, question.text)
        nouns = asked_nouns(question.text)
        draft = read_claims(question.type, weights, context.claims, context.pieces, nouns=nouns)
        return replace(draft, evidence=context.pieces, needed=LEAST_COVERAGE)


class DifferenceReader:
    """Answers what is joined with one thing and not with another, or says that nothing is joined with both,
    which no sentence of a text can tell."""

    def read(self, context: ReadingContext) -> Draft | None:
        """Read the assertions; None where neither is asked for, or words stay open."""
        if context.claims.left_out is None and not _each_alone(context.claims):
            return None
        draft = AssertionReader().read(context)
        return draft if draft is not None and (draft.abstained or draft.confidence >= draft.needed) else None


def _each_alone(ranked: RankedAssertions) -> bool:
    """Say whether what is asked for is joined with several names that are named, and with none of it both."""
    related = [piece for piece in ranked.first if piece.score >= RELATED]
    return ranked.shared is False and len(_named([*enumerate(related)])) > 1


def _read_parts(context: ReadingContext) -> Draft:
    """Answer each part of a question from its own assertions, and name those that none answers."""
    return read_each(context, partial(read_part, context))


def read_each(
    context: ReadingContext, read: Callable[[QuestionPattern, RankedAssertions, int], Draft]
) -> Draft:
    """Read each part of a question in its own assertions, the first of which has the number that is given."""
    drafts: list[Draft] = []
    for part, claims in zip(context.question.patterns, context.part_claims, strict=bool(context.part_claims)):
        drafts.append(read(part, claims, 1 + sum(len(each.evidence) for each in drafts)))
    joined = join_parts([replace(draft, evidence=()) for draft in drafts])
    evidence = tuple(piece for draft in drafts for piece in draft.evidence)
    return replace(joined, evidence=evidence, needed=LEAST_COVERAGE)


def read_part(context: ReadingContext, part: QuestionPattern, claims: RankedAssertions, start: int) -> Draft:
    """Answer one part of a question from its own assertions, the first of which has the number `start`."""
    weights, nouns = of_part(context.weights, part.text), asked_nouns(part.text)
    draft = read_claims(part.type, weights, claims, start=start, nouns=nouns)
    if draft.confidence < LEAST_COVERAGE and not draft.abstained:
        draft = abstain("The graph asserts nothing that answers this.")
    return replace(draft, asked=part.text, evidence=claims.first)


def of_part(weights: Mapping[str, float], text: str) -> dict[str, float]:
    """Keep the weights of the words that a part of a question says, without those that it leaves out."""
    words = frozenset(tokens(subtracted(leave_out(text)[0])[0]))
    return {word: weight for word, weight in weights.items() if words.issuperset(tokens(word))}


def read_claims(
    asked: QuestionType,
    weights: Mapping[str, float],
    ranked: RankedAssertions,
    evidence: Sequence[Evidence] | None = None,
    *,
    start: int = 1,
    nouns: Collection[str] = (),
) -> Draft:
    """Answer from ranked assertions: those of the best score, each a sentence with its citation.

    One that was found in a text cites the sentence that states it.

    Negated assertions are shown as evidence against. `evidence` holds the assertions among others, `start` is
    the number of its first piece, `nouns` are what the question calls what it asks for, one of which an
    assertion must state. Where it is asked how many things there are, these are counted. What a model read
    out of a text is believed as much as it does. Words that no assertion covers lower the confidence and are
    named; a question for yes or no needs all of its words covered, and one for a relation that relation.
    """
    pieces = ranked.first if evidence is None else evidence
    claims = [(number, piece) for number, piece in enumerate(pieces, start) if piece.assertion_id]
    if not claims:
        return abstain("The graph asserts nothing about what the question names.")
    if ranked.unmet:
        words = " ".join(word for word in weights if _meets(word, ranked))
        return _refuse(f"No assertion that answers this of {{names}} states “{words}”.", claims)
    weights = {word: weight for word, weight in weights.items() if not _meets(word, ranked)}
    apart = ranked.left_out
    numbered = [one for one in claims if one[1].score > REVERSED]
    back = [one for one in claims if one[1].assertion_id == ranked.reverse]
    if back:
        return _refuse("The graph states this of {names} only the other way round.", back)
    if (refused := _none_fits(ranked, weights, claims, numbered)) is not None:
        return refused
    denied = asked.negative and apart is None and not ranked.conditions
    if denied and asked.kind != "closed":
        numbered = [one for one in numbered if _negated(one[1])]
        if not numbered:
            return abstain("The graph denies nothing of what the question names.")
    opposite = len({ways for word in weights if (ways := asked_directions(stem(word)))}) > 1
    if opposite and _direction(numbered[0][1]):  # "raise or lower": the one that is stated is the answer
        weights = {word: each for word, each in weights.items() if not asked_directions(stem(word))}
    if ranked.unjoined and asked.kind != "closed":
        return _refuse_unjoined(ranked.unjoined, claims)
    best = numbered[0][1].score
    top = [(number, piece) for number, piece in numbered if piece.score == best]
    if asked.kind == "closed":  # one assertion must say it: others hold its two ends between them
        shares = [assertion_coverage(weights, [piece])[0] for _, piece in top]
        fullest = max(shares)
        top = [one for one, held in zip(top, shares, strict=True) if held == fullest]
    counted = denied or asked.kind == "closed"  # those found were counted with the others
    found = len(top) if counted else ranked.best
    judged = top[:1] if asked.kind == "closed" else top
    covered, unsaid = assertion_coverage(weights, [piece for _, piece in judged])
    against = [one for one in numbered if _is_opposed(one[1], top[0][1])] if asked.kind == "closed" else []
    disputed = asked.kind == "closed" and (bool(against) or len({_negated(piece) for _, piece in top}) > 1)
    correlation = any(word.startswith(_CORRELATING) for word in weights)
    held = asked.kind == "closed" and bool(ranked.conditions) and not (unsaid or asked.negative)
    sentences = (
        *(
            _sentence(
                number,
                piece,
                asked,
                whole=not (unsaid or opposite) and (correlation or not _is_correlation(piece)),
                disputed=disputed,
                held=held,
            )
            for number, piece in top
        ),
        *(_sentence(*one, asked, whole=False, disputed=True, against=True) for one in against),
    )
    if ranked.described:
        sentences = (_with_kind(sentences[0], top[0][1], ranked.described), *sentences[1:])
    missing = [word for word in unsaid if asks_relation(word)]
    related = any(asks_relation(word) for word in weights if word not in unsaid)
    if missing and asked.kind != "closed" and not related:
        return _refuse_relation(missing[0], claims)
    if nouns and asked.kind != "closed" and not states_noun(top, nouns):
        return _refuse(f"What the graph states of {{names}} names no {' '.join(nouns)}.", claims)
    if asked.kind != "closed" and (open_ends := [word for word in unsaid if _restricts(word, nouns)]):
        return _refuse(f"What the graph states of {{names}} does not say: {', '.join(open_ends)}.", claims)
    certainty = (0.95 if (best > BARE or held) and not disputed else 0.6) * _trust(
        [piece for _, piece in top]
    )
    if unsaid:
        strict = asked.kind == "closed" or bool(missing)
        certainty *= covered if strict else UNSAID
    half = asked.kind == "closed" and top[0][1].graph_matches < BOTH and not held
    bare = () if any(map(asks_relation, weights)) else GENERIC.intersection(weights)
    if half and bare:  # "is it approved?": beside a relation such a word tells nothing
        return _refuse_closed(sorted(bare), claims)
    other = any(not asks_relation(word) for word in unsaid)
    if half and (other or covered * certainty < LEAST_COVERAGE or len(_named(claims)) > 1):
        return _refuse_closed(unsaid, claims)
    if asked.kind != "closed" and (compared := _COMPARING.intersection(unsaid)):
        return _refuse(f"What the graph states of {{names}} does not tell what is {min(compared)}.", claims)
    things = ranked.things if asked.counts and not denied else 0
    stated = any(word.isdecimal() for word in unsaid)  # "at a dose of 20 mg"
    if (things and unsaid) or (stated and asked.kind != "closed"):
        return _refuse(f"What the graph states of {{names}} does not say: {', '.join(unsaid)}.", claims)
    return Draft(
        sentences,
        confidence=covered * certainty,
        found=found,
        counted=things,
        unsaid=unsaid,
        note=_DISPUTED if disputed else "" if apart is None else _note_of_exclusion(apart),
        around=_hub(top) if apart is None else "",
    )


def _meets(word: str, ranked: RankedAssertions) -> bool:
    """Say whether a word is a condition that properties of the assertions fulfil."""
    return ranked.conditions.issuperset(tokens(word))


Claims = Sequence[tuple[int, Evidence]]
"""Assertions with the numbers of their evidence."""


def _hub(claims: Claims) -> str:
    """Give the id of the one thing that all of some assertions are about; empty where they share none."""
    shared = frozenset.intersection(*(frozenset(node.id for node in one.subgraph.nodes) for _, one in claims))
    return next(iter(shared)) if len(shared) == 1 else ""


def _none_fits(
    ranked: RankedAssertions, weights: Mapping[str, float], claims: Claims, numbered: Claims
) -> Draft | None:
    """Refuse where no assertion has what is asked for: together, apart, or this way round."""
    apart = ranked.left_out
    if apart is not None and not (apart.names and apart.remaining):
        return _refuse(_nothing_left(apart), claims)
    unsaid = assertion_coverage(weights, [piece for _, piece in claims])[1]
    if ranked.shared is False:
        others = f" and “{', '.join(unsaid)}”" if unsaid and len(_named(claims)) == 1 else ""
        shown = len(_named(claims))
        return _refuse(f"No assertion answers this of {{names}}{others} together.", claims, shown)
    if numbered:
        return _refuse_relation(ranked.unstated, numbered) if ranked.unstated else None
    lacking = next(filter(asks_relation, unsaid), None)
    if lacking is None:
        return _refuse("The graph states this of {names} only the other way round.", claims)
    return _refuse_relation(lacking, claims)


def _refuse_relation(missing: str, claims: Claims) -> Draft:
    """Say that no assertion has the relation that a word asks for."""
    several = len(_named(claims)) > 1
    reason = "No assertion joins {names} by" if several else "No assertion about {names} states"
    return _refuse(f"{reason} “{missing}”.", claims)


def _refuse_unjoined(names: Sequence[str], claims: Claims) -> Draft:
    """Say that nothing joins what a question names, and show what is known of each."""
    spelt = {normalise(node.name): node.name for _, one in claims for node in one.subgraph.nodes}
    first = {name: place for place in reversed(range(len(claims))) for name in claims[place][1].matched}
    shown = [claims[place] for place in dict.fromkeys(first[name] for name in names if name in first)]
    listed = " and ".join(f"“{spelt.get(name, name)}”" for name in names)
    return _refuse(f"The graph joins {listed} by nothing.", shown or claims, len(shown) or 1)


def _restricts(word: str, nouns: Collection[str]) -> bool:
    """Say whether a word restricts what is asked for ("which withdrawn drugs"), or is a name and no everyday
    word: an answer that leaves it out is one to another question."""
    low = [noun.lower() for noun in nouns]
    if word in low and any(asked_categories(stem(noun)) for noun in low[low.index(word) + 1 :]):
        return True
    own = [part for part in tokens(word) if len(part) > 1 and not part.isdecimal()]
    return bool(own) and not (
        asks_relation(word)
        or asked_categories(stem(word))
        or any(is_everyday(canonical_word(part)) for part in own)
    )


def _refuse_closed(unsaid: Iterable[str], claims: Claims) -> Draft:
    """Say that the graph does not state what a question for yes or no asks, with what it lacks."""
    named = {word for _, piece in claims for name in piece.matched for word in tokens(name.lower())}
    absent = (word for word in unsaid if not (asks_relation(word) or named.issuperset(tokens(word))))
    others = ", ".join(absent)
    lacking = f"states nothing of {{names}} with “{others}”" if others else "does not state this of {names}"
    return _refuse(f"The graph {lacking}.", claims)


def _direction(piece: Evidence) -> str:
    """Give the direction of the effect that an assertion states; empty where it states none."""
    ways = (edge.properties.get("object_direction_qualifier") for edge in piece.subgraph.edges)
    return next((str(way) for way in ways if way), "")


def _is_opposed(piece: Evidence, other: Evidence) -> bool:
    """Say whether two assertions state opposite directions of one effect."""
    ends = ({(edge.subject, edge.object) for edge in each.subgraph.edges} for each in (piece, other))
    return {_direction(piece), _direction(other)} in _OPPOSED and next(ends) == next(ends)


def _is_correlation(piece: Evidence) -> bool:
    """Say whether an assertion states of two things only that they go together."""
    return all("correlated" in edge.predicate for edge in piece.subgraph.edges)


def _nothing_left(apart: LeftOut) -> str:
    """Say why no thing is left that is joined with one name and not with another."""
    if not apart.names:
        return f"The graph knows nothing of “{apart.clause}”, so it cannot tell what that leaves."
    others = " or ".join(f"“{name}”" for name in apart.names)
    return f"All that the graph joins like that with {{names}} it joins with {others} as well."


def _note_of_exclusion(apart: LeftOut) -> str:
    """Say what was left out: that no edge is there tells something of this graph only."""
    others, gone = " or ".join(apart.names), f"{apart.things:,}"
    left = {0: "", 1: "; one other is, and is left out"}
    return (
        f"None of these is joined like that with {others} in this graph"
        f"{left.get(apart.things, f'; {gone} others are, and are left out')}."
    )


def _refuse(reason: str, claims: Sequence[tuple[int, Evidence]], shown: int = 1) -> Draft:
    """Say why assertions are no answer, and show the first of them, which are what is known instead."""
    listed = " and ".join(f"“{name}”" for name in _named(claims))
    said = tuple(
        DraftSentence(f"{lead}{piece.text}.", (Quote(number, piece.supporting_text or piece.text),))
        for lead, (number, piece) in zip(["It does say: ", *[""] * shown], claims[:shown], strict=False)
    )
    return Draft(said, abstained=True, reason=reason.format(names=listed))


def _named(claims: Sequence[tuple[int, Evidence]]) -> list[str]:
    """List what the question names, as the graph spells it."""
    spelt = {normalise(node.name): node.name for _, one in claims for node in one.subgraph.nodes}
    return list(dict.fromkeys(spelt.get(name, name) for _, one in claims for name in one.matched))


def _sentence(
    number: int,
    piece: Evidence,
    asked: QuestionType,
    *,
    whole: bool,
    disputed: bool,
    against: bool = False,
    held: bool = False,
) -> DraftSentence:
    """Give an assertion as a sentence; one that is disputed is no yes. `held` says that it has the property
    that is asked for."""
    negated = against or _negated(piece)
    source = f" {piece.named_source}" if piece.named_source else ""
    lead = "Evidence against: " if negated else "Evidence for: " if disputed else ""
    yes = whole and asked.kind == "closed" and (held or piece.score >= SAID)
    if yes and not (negated or disputed or asked.negative):
        lead = "Yes: "
    return DraftSentence(
        f"{lead}{piece.text}{source}.", (Quote(number, piece.supporting_text or piece.text),)
    )


def _negated(piece: Evidence) -> bool:
    return any(edge.negated for edge in piece.subgraph.edges)


def _with_kind(sentence: DraftSentence, piece: Evidence, name: str) -> DraftSentence:
    """Put before a sentence of what kind the thing is that it is about, "Riluzole is a small molecule"."""
    of_it = [node for node in piece.subgraph.nodes if name in names_of(node)]
    if not of_it or not of_it[0].category:
        return sentence
    node = of_it[0]
    kind = _CAPITAL.sub(" ", str(node.category).removeprefix("biolink:")).lower()
    definition = str(node.properties.get("description") or "").strip(" .")
    article = "an" if kind[0] in "aeiou" else "a"
    described = f"{node.name} is {article} {kind}{f': {definition}' if definition else ''}."
    return replace(sentence, text=f"{described} {sentence.text}")


def names_of(node: SubgraphNode) -> set[str]:
    """Give the normal forms of the names of a node."""
    synonyms = node.properties.get("synonym") or ()
    return {normalise(str(each)) for each in (node.name, *(synonyms if isinstance(synonyms, tuple) else ()))}


def _trust(pieces: Sequence[Evidence]) -> float:
    """Give how likely assertions are right by what read them out of texts, on average; 1 for curated ones."""
    known = [_edge_trust(edge.properties) for piece in pieces for edge in piece.subgraph.edges]
    return sum(known) / len(known) if known else 1.0


def _edge_trust(properties: Mapping[str, Value]) -> float:
    score, readers = properties.get("extraction_confidence_score"), properties.get("extractor")
    if isinstance(score, float):
        return score
    named = readers if isinstance(readers, tuple) else (readers,)
    prompted = any(str(each).startswith("llm:") for each in named)
    return UNCHECKED if prompted else 1.0
