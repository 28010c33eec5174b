"""Claim gate: how likely a strict reader finds a claim stated by its sentence, and a threshold for it."""

import math
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache

from bioloom import resources
from bioloom.disk_cache import hex_digest
from bioloom.extraction.claim_marks import mark_claim
from bioloom.extraction.extractor import Extractor, ExtractorOver
from bioloom.extraction.relation_phrases import relation_phrase
from bioloom.extraction.triples import claim_faults
from bioloom.records import AnnotatedDocument, Mention, Relation, Sentence, Skip

WEIGHTS, WORDS = "claims/gate.tsv", "claims/words.tsv"
TABLES = (WEIGHTS, WORDS, claim_faults.TABLE)
UNSTATED_AT_MOST = 0.4
"""The most that a claim is worth whose sentence names both ends and does not state it (claim_faults), whose
clause is asked, that lowers what came after a treatment, that raises what is counted in two groups without a
word for it, or that a likelier claim of the sentence contradicts."""

UNSTATED = "a claim that its sentence may not state"

_SCHEME = "biored"  # of publications; the pairs of other schemes come in it too
_RAISES = claim_faults.RAISES - {"chemprot:AGONIST"}  # as the weights were fitted
_LOWERS = claim_faults.LOWERS
_COORDINATED = re.compile(r"[\s,/()\-]*(?:and|or|versus|vs\.?|with)?[\s,/()\-]*", re.IGNORECASE)
_CUT_NAME = re.compile(r"[-–](?!induced|treated|mediated|dependent|related|associated|stimulated)\w")
_ORDERED = re.compile(r"\b(?:more|fewer|less|greater|larger|smaller)\b", re.IGNORECASE)
_DIGITS = 4


class ClaimGate(ExtractorOver):
    """Extractor that keeps of another one's claims those that their sentences state, as likely as `least`.

    The confidence of a claim becomes the probability that a strict reader finds it stated; what is below
    `least` is left out and counted. Only what a model found in publications, with confidences, is weighed.
    """

    def __init__(self, extractor: Extractor, least: float) -> None:
        self._least = least
        tables = (resources.text("ontology", name).encode() for name in TABLES)
        self._mark = f"claims@{hex_digest(tables, 4)}:{least:g}"
        super().__init__(extractor, f"{extractor.name}+{self._mark}")

    def extract(self, documents: Sequence[AnnotatedDocument]) -> list[AnnotatedDocument]:
        """Annotate documents, in their order; one that has mentions already comes back as it was."""
        found = self._extractor.extract(documents)
        return [
            read if given.mentions or read.scheme != _SCHEME else self._sifted(read)
            for given, read in zip(documents, found, strict=True)
        ]

    def _sifted(self, document: AnnotatedDocument) -> AnnotatedDocument:
        weighed = settle_contradictions(tuple(weigh_claims(document)), document.mentions)
        kept = tuple(one for one in weighed if one.confidence is None or one.confidence >= self._least)
        left = len(weighed) - len(kept)
        skips = (Skip(UNSTATED, document.document.place, left),) if left else ()
        return replace(
            document,
            relations=kept,
            skips=(*document.skips, *skips),
            extractor=f"{document.extractor}+{self._mark}",
        )


def weigh_claims(document: AnnotatedDocument) -> Iterator[Relation]:
    """Give the relations of a document, each with the probability that its sentence states it.

    Relations without a confidence stay as they are.
    """
    mentions = {mention.id: mention for mention in document.mentions}
    sentences = {sentence.id: sentence for sentence in document.sentences}
    beside: dict[str, list[Mention]] = defaultdict(list)
    for mention in document.mentions:
        beside[mention.sentence_id].append(mention)
    weights = _weights()
    for relation in document.relations:
        if relation.confidence is None:
            yield relation
            continue
        subject, object_ = mentions[relation.subject], mentions[relation.object]
        others = [one for one in beside[subject.sentence_id] if one is not subject and one is not object_]
        sentence = sentences[subject.sentence_id]
        features = claim_features(relation, subject, object_, sentence, others)
        odds = weights["constant"] + sum(weights[name] * value for name, value in features.items())
        stated = 1 / (1 + math.exp(-odds))
        before = sentence.text[: max(subject.start, object_.start) - sentence.start]
        one, other, *rest = (
            (each.start - sentence.start, each.end - sentence.start) for each in (subject, object_, *others)
        )
        marked = mark_claim(sentence.text, one, other, rest)
        counted = relation.predicate in _RAISES and _only_counts(sentence.text)
        if (
            counted
            or _says("asks", before)
            or (relation.predicate in _LOWERS and _arises(before))
            or claim_faults.claim_fault(marked, relation.predicate, directed=_is_directed(features))
        ):
            stated = min(stated, UNSTATED_AT_MOST)
        yield replace(relation, confidence=round(stated, _DIGITS))


def settle_contradictions(relations: Sequence[Relation], mentions: Sequence[Mention]) -> tuple[Relation, ...]:
    """Cap what a likelier claim of the same sentence contradicts: that two names raise and lower each other.

    Of two that are equally likely neither keeps its confidence.
    """
    known = {mention.id: mention for mention in mentions}
    best: dict[tuple[object, ...], float] = {}
    for relation in relations:
        if (said := _sign(relation)) and relation.confidence is not None:
            key = (*_pair(relation, known), said)
            best[key] = max(best.get(key, 0.0), relation.confidence)

    def settled(relation: Relation) -> Relation:
        said = _sign(relation)
        other = best.get((*_pair(relation, known), -said), 0.0) if said else 0.0
        if relation.confidence is None or not 0 < relation.confidence <= other:
            return relation
        return replace(relation, confidence=min(relation.confidence, UNSTATED_AT_MOST))

    return tuple(map(settled, relations))


def _pair(relation: Relation, known: Mapping[str, Mention]) -> tuple[str, frozenset[str]]:
    subject, object_ = known[relation.subject], known[relation.object]
    return subject.sentence_id, frozenset((subject.text.casefold(), object_.text.casefold()))


def _sign(relation: Relation) -> int:
    return (relation.predicate in claim_faults.RAISES) - (relation.predicate in claim_faults.LOWERS)


def claim_features(
    relation: Relation, subject: Mention, object_: Mention, sentence: Sentence, others: Sequence[Mention] = ()
) -> Mapping[str, float]:
    """Give what weighs in a claim: the model's confidences, the phrase, the names and the sentence.

    `others` are the further mentions of the sentence.
    """
    first, second = sorted(
        (one.start - sentence.start, one.end - sentence.start) for one in (subject, object_)
    )
    text = sentence.text
    spans = [(one.start - sentence.start, one.end - sentence.start) for one in others]
    phrase = relation_phrase(text, first, second, spans)
    said, heard = (relation.predicate in _RAISES) - (relation.predicate in _LOWERS), _direction(phrase)
    names = sorted((subject.text.casefold(), object_.text.casefold()), key=len)
    return {
        "confidence": _log_odds(relation.confidence),
        "weaker_end": min(_log_odds(subject.confidence), _log_odds(object_.confidence)),
        "direction_agrees": float(said * heard > 0),
        "direction_disagrees": float(said * heard < 0),
        "direction_unsaid": float(said != 0 and heard == 0),
        "association_said": float(said == 0 and heard != 0),
        "denied": float(_says("denies", phrase)),
        "one_name": float(names[0] in names[1]),
        "coordinated": float(_COORDINATED.fullmatch(text[first[1] : second[0]]) is not None),
        "cut_names": float(sum(_CUT_NAME.match(text, end) is not None for _, end in (first, second))),
        "aim": float(_says("aim", text) or text.rstrip().endswith("?")),
    }


def _is_directed(features: Mapping[str, float]) -> bool:
    return any(features[name] for name in ("direction_agrees", "direction_disagrees", "association_said"))


def _log_odds(probability: float | None) -> float:
    sure = min(max(1.0 if probability is None else probability, 1e-4), 1 - 1e-4)
    return math.log(sure / (1 - sure))


def _direction(phrase: str) -> int:
    """Give the direction that the last such word of a phrase tells, 1 or -1; 0 if it has none."""
    told = (("raises", 1), ("lowers", -1))
    found = [(word.start(), sign) for kind, sign in told for word in _words()[kind].finditer(phrase)]
    return max(found, default=(0, 0))[1]


def _only_counts(text: str) -> bool:
    """Say whether a sentence compares numbers of groups, and no word says which way: "fractures occurred in 3
    women (2.8%) given the drug and in 11 (10.4%) given placebo"."""
    return _says("compares", text) and _direction(text) == 0 and not _ORDERED.search(text)


def _arises(text: str) -> bool:
    """Say whether what a text names came after a treatment that is about to be named, and did not end."""
    return _says("arises", text) and not _says("relieves", text)


def _says(kind: str, text: str) -> bool:
    return _words()[kind].search(text) is not None


@cache
def _words() -> Mapping[str, re.Pattern[str]]:
    cells: dict[str, list[str]] = defaultdict(list)
    for row in resources.read_table(WORDS):
        cells[row["kind"]].append(row["words"])
    return {kind: re.compile(rf"\b(?:{'|'.join(some)})", re.IGNORECASE) for kind, some in cells.items()}


@cache
def _weights() -> Mapping[str, float]:
    return {row["feature"]: float(row["weight"]) for row in resources.read_table(WEIGHTS)}
