"""Draft answers: sentences with quotes, not yet verified against the evidence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from bioloom.names import tokens
from bioloom.records import Evidence


@dataclass(frozen=True, slots=True)
class Quote:
    """A claim that evidence number `number` (from 1) holds `text` literally."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class DraftSentence:
    """One sentence of an answer with the quotes that support it."""

    text: str
    quotes: tuple[Quote, ...]


@dataclass(frozen=True, slots=True)
class Draft:
    """An unverified answer; `abstained` with its `reason`, or sentences.

    `evidence` is what the quotes number. `found` is how many such sentences the graph would give in all,
    `counted` how many things they name where a number is asked for, `unsaid` the words of the question about
    which the sentences say nothing, `note` is said of all of them, `around` is the id of the one node all of
    whose neighbours they list. `short` holds the names or values that answer, without their sentences.
    `needed` is the least confidence with which the draft may be given, `model` what wrote it (`by_model`: a
    language model; `model_error`: why none did, though it was asked). `parts` are the drafts of a question's
    parts, in place of sentences, each with what is `asked`. A draft that abstains may hold sentences on what
    is known instead. A language model's has what it cost (`tokens`), and in `search` the words to look for
    where evidence lacks a part.
    """

    sentences: tuple[DraftSentence, ...] = ()
    abstained: bool = False
    reason: str = ""
    confidence: float = 0.0
    found: int = 0
    counted: int = 0
    unsaid: tuple[str, ...] = ()
    note: str = ""
    around: str = ""
    short: tuple[str, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    needed: float = 0.0
    model: str = "local"
    by_model: bool = False
    model_error: str = ""
    parts: tuple[Draft, ...] = ()
    asked: str = ""
    search: str = ""
    tokens: Mapping[str, float] = field(default_factory=dict)


def join_parts(drafts: Sequence[Draft]) -> Draft:
    """Put the drafts of a question's parts together; the confidence is that of the least sure part that is
    answered, by which readers are compared. That of the answer counts the missing parts."""
    given = [each for each in drafts if not each.abstained]
    return Draft(
        abstained=not given,
        confidence=min((each.confidence for each in given or drafts), default=0.0),
        short=tuple(said for each in given for said in each.short),
        parts=tuple(drafts),
    )


def join_questions(asked: Sequence[str], drafts: Sequence[Draft]) -> Draft:
    """Put the drafts of separate questions together, each with evidence of its own; a single one as it is.

    "Is it dried?" is left out where "for how long is it dried?" is answered.
    """
    if len(drafts) == 1:
        return drafts[0]
    parts: list[Draft] = []
    evidence: tuple[Evidence, ...] = ()
    for question, draft in zip(asked, drafts, strict=True):
        for part in draft.parts or (draft,):
            parts.append(replace(renumbered(part, len(evidence)), asked=part.asked or question))
        evidence += draft.evidence
    given = [_words(part) for part in parts if not part.abstained]
    left = [part for part in parts if not (part.abstained and any(_words(part) < one for one in given))]
    return replace(join_parts(left), evidence=evidence)


def _words(part: Draft) -> frozenset[str]:
    return frozenset(tokens(part.asked.lower()))


def renumbered(draft: Draft, first: int) -> Draft:
    """Let the quotes of a draft number evidence that stands behind other."""
    return replace(
        draft,
        sentences=tuple(
            replace(each, quotes=tuple(replace(quote, number=quote.number + first) for quote in each.quotes))
            for each in draft.sentences
        ),
        evidence=(),
    )


def abstain(reason: str) -> Draft:
    """Give no answer, and say why."""
    return Draft(abstained=True, reason=reason)
