"""Stated findings: what a question for yes or no asks of which things, and the sentences that state it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from bioloom.answering.texts.polarity import read_finding
from bioloom.answering.texts.sentence_clauses import clause_places
from bioloom.answering.texts.stated_directions import (
    DIRECTED,
    OPPOSITE,
    Effect,
    direction_of,
    effect_of,
    effect_pattern,
    is_acted_on,
)
from bioloom.grounding.abbreviations import abbreviations
from bioloom.names import tokens
from bioloom.question_parsing import canonical_word, is_everyday, stem
from bioloom.question_parsing.relation_questions import BE
from bioloom.records import Evidence
from bioloom.retrieval.weighted_overlap import covered_share, stems_of
from bioloom.standardization.relate.negation_cues import cues_of

Side = Literal["yes", "no"]

_HELD = 0.5
"""Weighted share of the words for a thing that a sentence must hold to be about that thing."""

_FULL = 0.85
"""Weighted share of the words for what is acted on from which a clause states it alone."""

_LONGEST = 2_000
"""Characters of a sentence that are looked at."""

CLAUSE_END = re.compile(
    r";|,? (?:whereas|while|but|although|though|however|yet)\b|, and (?=\w+ (?:was|were|is|are|did|had)\b)"
)
_WORD = re.compile(r"[^\W_](?:[\w.]*[^\W_])?")

_BASE = re.compile(r"(?<!s)(?<!ed)(?<!ing)(?<!ion)(?<!or)$")
"""The form of the verb behind "does" and "can": "reduce", no "reduced", "reduction" or "inhibitors"."""

_PARTICIPLE = re.compile(r"(?:ed|ive|ial|or|er|worse|role)$")
"""The form of what stands behind "is" and "are": "associated", "effective", "a predictor"."""

_COMPARED = re.compile(r"[,(]? ?\b(?:(?:as )?compared|in comparison|versus|vs|than)\b")
"""What a thing is compared with stands behind: a finding is about the thing."""

_WITHIN = frozenset(
    """
    in among with for during after before at on by from between within to a the
    """.split()  # noqa: SIM905 (as the other word lists)
)

_ARTICLES = frozenset({"a", "the"})

_CHOICE = re.compile(r"\b(\w[\w-]*)(?:,)? or (?:to |does it |did it )?(\w[\w-]*)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class AskedFinding:
    """What a question for yes or no asks: the words for what acts and for what it acts on, with their
    weights, the word that joins them, and its effect.

    `choice` are two words of which one answers; `around` are the words for where and in whom it is asked.
    """

    subject: Mapping[str, float]
    object: Mapping[str, float]
    verb: str
    effect: Effect | None
    choice: tuple[str, ...] = ()
    around: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class StatedFinding:
    """A sentence at its place in a document that holds what is asked about, and what it states of it.

    `verdict` is None where it states neither yes nor no, `effect` what it states ("none" for a denial).
    `held` is the weighted share of the words for both things that it holds; it is `full` where it
    holds nearly all words for what is acted on, and what acts stands there or in the title; `literal` where
    it says the question's verb.
    """

    place: int
    held: float
    full: bool
    literal: bool
    verdict: Side | None
    effect: str | None = None


def asked_finding(question: str, weights: Mapping[str, float]) -> AskedFinding | None:
    """Split a question for yes or no at the word that joins its two things; None where no such word is found.

    >>> asked = asked_finding("Does tea lower serum urate?", {"tea": 2, "lower": 1, "serum": 1, "urate": 3})
    >>> asked.subject, asked.object, asked.verb, asked.effect
    ({'tea': 2}, {'serum': 1, 'urate': 3}, 'lower', 'less')
    """
    words = _WORD.findall(_COMPARED.split(question.casefold(), maxsplit=1)[0])
    choice = _choice(question)
    joining = _PARTICIPLE if words and words[0] in BE else _BASE
    for at, word in enumerate(words):
        effect = effect_of(word)
        if effect is None or at < 1 or not joining.search(word):
            continue
        subject = _weighed(words[:at], weights, ())
        left = words[at + 1 :]
        object_ = _weighed(_core(left), weights, (*choice, *subject))
        if subject and object_:
            around = _weighed(left, weights, (*choice, *subject, *object_))
            around = {
                each: weight for each, weight in around.items() if not is_everyday(canonical_word(each))
            }
            # "is pain lessened by tea", "did pain fall with tea": what acts stands behind
            passive = joining is _PARTICIPLE and left[0] == "by"
            if passive or (effect in DIRECTED and left[0] in _WITHIN - _ARTICLES):
                subject, object_ = object_, subject
            return AskedFinding(subject, object_, word, effect, choice, around)
    return None


def is_open(sentence: str) -> bool:
    """Say whether a sentence asks, plans or supposes, or tells what was known or done, and no finding.

    >>> is_open("We asked whether tea helps."), is_open("Tea helped.")
    (True, False)
    """
    return effect_pattern("open").search(sentence) is not None


def _core(words: Sequence[str]) -> Sequence[str]:
    """Leave out where and in whom something is asked about: "pain" of "pain in children"."""
    begun = next((at for at, word in enumerate(words) if word not in _WITHIN and word not in BE), 0)
    ended = (at for at, word in enumerate(words) if at > begun and word in _WITHIN)
    return words[begun : next(ended, len(words))]


def _weighed(words: Sequence[str], weights: Mapping[str, float], without: Sequence[str]) -> dict[str, float]:
    """Give words with their weights; words of direction only where there are no others."""
    found = {word: weights[word] for word in words if word in weights and word not in without}
    return {word: weight for word, weight in found.items() if effect_of(word) not in OPPOSITE} or found


def concludes(sentence: str) -> bool:
    """Say whether a sentence tells what follows from the others, or what was found.

    >>> concludes("Our data suggest that tea helps."), concludes("Tea helps sleep.")
    (True, False)
    """
    return effect_pattern("concluded").search(sentence) is not None


def _choice(question: str) -> tuple[str, ...]:
    """Give the two opposite directions that a question lets one choose between; nothing where it does not."""
    for found in _CHOICE.finditer(question):
        first, second = (effect_of(word) for word in found.groups())
        if first is not None and OPPOSITE.get(first) == second:
            return tuple(map(str.casefold, found.groups()))
    return ()


def stated_findings(asked: AskedFinding, document: Sequence[Evidence]) -> list[StatedFinding]:
    """Find the sentences of a document that hold both things of a question, or what is acted on where what
    acts stands in the title, with what they state. The caller leaves the title itself out."""
    title = (document[0].document_title or "") if document else ""
    short = abbreviations(" ".join((title, *(piece.text for piece in document))))
    of_title = _stems(title, short)
    titled = covered_share(asked.subject, of_title) >= _HELD
    acting, acted = asked.subject, asked.object
    turned = asked.effect not in DIRECTED and covered_share(acted, of_title) >= _HELD
    if turned and not titled:
        titled, acting, acted = True, acted, acting
    found = []
    for place, piece in enumerate(document):
        text = piece.text[:_LONGEST]
        stems = _stems(text, short)
        shares = covered_share(acting, stems), covered_share(acted, stems)
        set_in = not asked.around or covered_share(asked.around, stems | of_title) >= _HELD
        if shares[1] < _HELD or not set_in or not (titled or shares[0] >= _HELD):
            continue
        clause = _clause(acted, text, short)
        full = covered_share(acted, _stems(clause, short)) >= _FULL
        effect, verdict = _read(asked, acting, acted, text, clause, whole=min(shares) >= _HELD)
        literal = stem(asked.verb) in stems_of(clause)
        found.append(StatedFinding(place, sum(shares) / 2, full, literal, verdict, effect))
    return found


def is_about(asked: AskedFinding, sentence: str, document: Sequence[str]) -> bool:
    """Say whether a sentence, or the title, which is the first of its document, names some of both
    things of a question for yes or no.

    >>> asked = AskedFinding({"tea": 2.0}, {"serum": 1.0, "urate": 3.0}, "lower", "less")
    >>> is_about(asked, "Tea lowered urate.", ["Tea"]), is_about(asked, "Tea lowered lipids.", ["Tea"])
    (True, False)
    """
    short = abbreviations(" ".join(document))
    known = _stems(sentence, short) | _stems(document[0] if document else "", short)
    return min(covered_share(asked.subject, known), covered_share(asked.object, known)) > 0


def _stems(text: str, short: Mapping[str, str]) -> frozenset[str]:
    """Give the stems of a text, those of the long forms of its abbreviations too."""
    known = frozenset(_WORD.findall(text.casefold()))
    longs = (long for each, long in short.items() if {each.casefold(), f"{each.casefold()}s"} & known)
    return stems_of(" ".join((text, *longs)))


def _read(
    asked: AskedFinding,
    acting: Mapping[str, float],
    acted: Mapping[str, float],
    text: str,
    clause: str,
    *,
    whole: bool,
) -> tuple[str | None, Side | None]:
    """Read the effect that a sentence states on what is asked about, and whether that is a yes.

    What compares groups tells of what acts only in a sentence that holds the `whole` of what is asked.
    """
    if is_open(text):
        return None, None
    finding = read_finding(clause)
    alike = effect_pattern("alike").search(clause) or (
        finding["p above 0.05"] and not finding["p below 0.05"]
    )
    if _denies(clause, asked) or (whole and alike):
        return "none", "no"
    if alike:
        return None, None
    own = {stem(word) for word in (*asked.object, *asked.subject)}
    outside = [word for word in tokens(clause) if stem(word) not in own]
    stated = [effect for word in outside if (effect := effect_of(word)) is not None]
    ways = frozenset((asked.effect, OPPOSITE.get(asked.effect or "")))
    directed = next((effect for effect in stated if effect in ways), None)
    if asked.effect in DIRECTED and directed in DIRECTED:
        directed = direction_of(acted, clause)
        if not asked.choice:
            if is_acted_on(acting, clause):
                return directed, None
            opposed = directed is not None and whole and not finding["denied"]
            return directed, "yes" if directed == asked.effect else "no" if opposed else None
    if asked.choice:
        return directed, None if directed is None else "yes"
    if asked.effect in stated or any(stem(word) == stem(asked.verb) for word in outside):
        return asked.effect, "yes"
    return directed, "yes" if asked.effect == "some" and stated else None


def _denies(clause: str, asked: AskedFinding) -> bool:
    """Say whether a clause denies an effect: the word that denies stands before one, or before a finding.

    What denies the opposite ("without worsening") denies nothing that is asked.
    """
    if effect_pattern("none").search(clause):
        return True
    for cue in cues_of(clause):
        behind = tokens(clause[cue.end :])
        denied = next((effect for word in behind if (effect := effect_of(word)) is not None), None)
        opposite = denied is not None and denied == OPPOSITE.get(asked.effect or "")
        seen = asked.effect in ("more", "some") and any(
            effect_pattern("found").fullmatch(word) for word in behind
        )
        effect_seen = denied is not None or seen
        if cue.kind != "pseudo" and not opposite and (effect_seen or stem(asked.verb) in map(stem, behind)):
            return True
    return False


def _clause(acted: Mapping[str, float], text: str, short: Mapping[str, str]) -> str:
    """Give the clause of a sentence that holds most of what is acted on."""
    clauses = [text[start:end] for start, end in clause_places(text, CLAUSE_END)]
    return max(clauses, key=lambda each: covered_share(acted, _stems(each, short)))
