"""A question for yes or no, answered from whole abstracts by the weight of what their sentences find."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from bioloom.answering.draft import Draft, DraftSentence, Quote
from bioloom.answering.findings import read_finding
from bioloom.answering.steps import is_title
from bioloom.answering.verdict import judge
from bioloom.records import Evidence
from bioloom.retrieval import ASKING_WORDS, Asked
from bioloom.retrieval.covering import covered_share, stems_of

SURE = 0.7
"""Probability from which yes or no is said: three in four of such were right (docs/evaluation.md)."""

ABOUT = 0.75
"""Weighted share of the question's words that an abstract must hold to be about it."""

READ = 3
"""Documents that are read, those of the best sentences."""

RESULTS = ("no difference", "p below 0.05", "p above 0.05", "significant", "related")
"""Marks of sentences, one of which shows that a document tells of results and is no list of steps."""

_CONFLICT = 0.7
"""What is left of the confidence where abstracts disagree."""


def read_abstracts(
    asked: Asked,
    question: str,
    weights: Mapping[str, float],
    sentences: Sequence[Evidence],
    *,
    before: int,
) -> Draft | None:
    """Say "probably yes" or "probably no" with the sentence that tells most, for each abstract that is sure.

    `sentences` are whole documents in the order of their text, one after the other; `before` pieces of
    evidence stand before them. None where the question is none for yes or no, or asks for a denial, or no
    abstract is about it and sure. Protocols are no abstracts. Abstracts that disagree are all shown, and
    lower the confidence.
    """
    if asked.kind != "closed" or asked.negative:
        return None
    telling = {word: weight for word, weight in weights.items() if word not in ASKING_WORDS}
    numbered = list(enumerate(sentences, before + 1))
    found = []
    for _, each in groupby(numbered, key=lambda one: one[1].document_id):
        document = list(each)
        said = _said(question, telling, document)
        if said is not None:
            found.append(said)
    if not found:
        return None
    found.sort(key=lambda one: -one[1])
    answer, belief, _ = found[0]
    disagree = any(other != answer for other, _, _ in found)
    return Draft(
        tuple(sentence for _, _, sentence in found),
        confidence=belief * (_CONFLICT if disagree else 1.0),
        short=() if disagree else (answer,),
    )


def _said(
    question: str, telling: Mapping[str, float], document: Sequence[tuple[int, Evidence]]
) -> tuple[str, float, DraftSentence] | None:
    """Give yes or no, how sure, and the sentence that tells most; None where an abstract says neither."""
    told = [one for one in document if not is_title(one[1])]
    texts = [piece.text for _, piece in told]
    steps = any(node.type == "verb" for _, piece in document for node in piece.subgraph.nodes)
    known = frozenset().union(*(stems_of(piece.text) for _, piece in document))
    if steps or len(texts) < 2 or covered_share(telling, known) < ABOUT:
        return None
    if not any(read_finding(text)[mark] for text in texts for mark in RESULTS):
        return None
    verdict = judge(question, texts)
    if verdict.answer == "maybe" or verdict.belief < SURE:
        return None
    number, piece = told[_most_telling(telling, texts, denied=verdict.answer == "no")]
    title = f"{piece.document_title.strip().rstrip('.')}: " if piece.document_title else ""
    sentence = DraftSentence(
        f"Probably {verdict.answer}: {title}“{piece.text}”", (Quote(number, piece.text),)
    )
    return verdict.answer, verdict.belief, sentence


def _most_telling(telling: Mapping[str, float], texts: Sequence[str], *, denied: bool) -> int:
    """Find the late sentence that holds most of the question, and denies or claims as the answer does."""

    def weight(place: int) -> float:
        finding = read_finding(texts[place])
        against = finding["denied"] or finding["p above 0.05"]
        held = covered_share(telling, stems_of(texts[place]))
        return (0.1 + held) * (place + 1) / len(texts) * (1.0 if bool(against) == denied else 0.3)

    return max(range(len(texts)), key=weight)
