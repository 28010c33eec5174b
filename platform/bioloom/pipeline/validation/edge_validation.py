"""Edge validation: edges and claims to assertions, by mapping tables or (free phrases) the standardizer."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeGuard

from bioloom.biolink import Biolink
from bioloom.errors import BioloomError, InvalidRecord
from bioloom.pipeline.validation.claim_edges import AGENT_TYPE, KNOWLEDGE_LEVEL, StatedClaim, build_claim_edge
from bioloom.pipeline.validation.predicate_resolution import (
    ResolvedPredicate,
    is_phrase,
    resolve_mapped,
    resolve_predicate,
)
from bioloom.pipeline.validation.publication_claims import (
    is_of_text,
    missing_name,
    order_symmetric_ends,
    refused_ends,
)
from bioloom.pipeline.validation.record_validation import validate_edge
from bioloom.records import (
    Assertion,
    Claim,
    Entity,
    LoadOptions,
    Reject,
    SourceClaim,
    SourceEdge,
    Standardized,
    Value,
)
from bioloom.records.record_serialization import serialize_record
from bioloom.settings import Settings
from bioloom.standardization import is_foreign
from bioloom.standardization.publication_entities import NAME_NOT_IN_TEXT
from bioloom.standardization.relate.none_reasons import REASONS
from bioloom.standardization.relation_tables import affirmed

SourceRelation = SourceEdge | SourceClaim
Standardizing = Callable[[Sequence[Claim]], Sequence[Standardized]]
"""Maps the phrases of claims, in their order."""

FindCategories = Callable[[Sequence[str]], Mapping[str, tuple[str, ...]]]
"""Gives the categories of those ids that are known."""


UNAVAILABLE = "MODEL_UNAVAILABLE"
_BROKEN = (BioloomError, FileNotFoundError)
_MOST_RESOLVED = 20_000


@dataclass(frozen=True, slots=True)
class ValidEdge:
    """Validated edge, and the entities of its ends that it brings along."""

    assertion: Assertion
    named: tuple[Entity, ...] = ()


class PhraseMapper:
    """Phrase mapper over a standardizer that is opened lazily, at the first phrase.

    Where it cannot be opened, or a model of it does not answer, every phrase is refused with
    MODEL_UNAVAILABLE: nothing is mapped by something weaker in silence.
    """

    def __init__(self, open_standardizer: Callable[[], Standardizing]) -> None:
        self._open = open_standardizer
        self._standardize: Standardizing | None = None
        self._broken = ""
        self.fault = ""

    def map(self, claims: Sequence[Claim]) -> Sequence[Standardized]:
        """Map the phrases of a batch; `fault` explains refusals for want of a model."""
        self.fault = self._broken
        if not self._broken:
            try:
                if self._standardize is None:
                    self._standardize = self._opened()
                return self._standardize(claims)
            except _BROKEN as error:
                self.fault = str(error)
        return (Standardized(None, 0.0, "none", reason=UNAVAILABLE),) * len(claims)

    def _opened(self) -> Standardizing:
        try:
            return self._open()
        except _BROKEN as error:
            self._broken = str(error)
            raise


def phrase_mapper(phrases: PhraseMapper | bool, settings: Settings) -> PhraseMapper | None:
    """Choose the phrase mapper: a given one, that of the settings, or none."""
    if isinstance(phrases, PhraseMapper):
        return phrases
    return standardizer_mapper(settings) if phrases else None


def standardizer_mapper(settings: Settings, *, llm: bool = False) -> PhraseMapper:
    """Map phrases with the standardizer; `llm` lets the language model of the settings choose (SPEC R13)."""

    def opened() -> Standardizing:
        from bioloom.standardization.relate.configuration import open_standardizer

        return open_standardizer(settings, llm=llm).standardize

    return PhraseMapper(opened)


class EdgeValidator:
    """Validator of edges and claims.

    Without a `mapper` free phrases are not mapped: an edge or claim that holds one is refused.
    `find_categories` is asked for the ends of edges that hold one.
    """

    def __init__(
        self,
        options: LoadOptions,
        biolink: Biolink,
        mapper: PhraseMapper | None = None,
        find_categories: FindCategories = lambda _: {},
    ) -> None:
        self._options = options
        self._biolink = biolink
        self._mapper = mapper
        self._find_categories = find_categories
        self._resolve = lru_cache(_MOST_RESOLVED)(
            lambda predicate, subject=(), object_=(): resolve_predicate(predicate, biolink, subject, object_)
        )

    def waits(self, relation: SourceRelation) -> bool:
        """Say whether a record is validated together with those of its batch.

        A phrase is, since models answer many as fast as one, and a relation whose meaning its ends decide.
        """
        if isinstance(relation, SourceClaim):
            return self._mapper is not None and not is_foreign(relation.relationship)
        return is_foreign(affirmed(relation.predicate)[0]) or self._is_phrase(relation)

    def validate(self, relation: SourceRelation) -> ValidEdge | Reject:
        """Validate one record that does not wait, by mapping tables."""
        if isinstance(relation, SourceEdge):
            return self._validate_edge(relation, self._resolve(relation.predicate))
        stated = self._state(relation)
        if isinstance(stated, Reject):
            return stated
        ends = stated.asked.subject_categories, stated.asked.object_categories
        return self._validate_claim(relation, stated, self._resolve(relation.relationship, *ends))

    def validate_all(self, relations: Sequence[SourceRelation]) -> list[ValidEdge | Reject]:
        """Validate records, in their order; the phrases of all are mapped in one call."""
        waiting = [self.waits(relation) for relation in relations]
        chosen = [relation for relation, waits in zip(relations, waiting, strict=True) if waits]
        decided = iter(self._validate_waiting(chosen))
        return [
            next(decided) if waits else self.validate(relation)
            for relation, waits in zip(relations, waiting, strict=True)
        ]

    def _validate_waiting(self, relations: Sequence[SourceRelation]) -> list[ValidEdge | Reject]:
        ids = {
            id_: None for one in relations if isinstance(one, SourceEdge) for id_ in (one.subject, one.object)
        }
        known = self._find_categories(tuple(ids)) if ids else {}
        stated = [one if isinstance(one, SourceEdge) else self._state(one) for one in relations]
        asked = [one for one in stated if isinstance(one, StatedClaim) or self._asks(one)]
        claims = [one.asked if isinstance(one, StatedClaim) else _asked_of(one, known) for one in asked]
        found = iter(self._mapper.map(claims) if self._mapper is not None and claims else ())
        decided: list[ValidEdge | Reject] = []
        for relation, one in zip(relations, stated, strict=True):
            if isinstance(one, Reject):
                decided.append(one)
            elif isinstance(one, StatedClaim) or self._asks(one):
                decided.append(self._take(relation, one, next(found)))
            else:
                ends = known.get(one.subject, ()), known.get(one.object, ())
                decided.append(self._validate_edge(one, self._resolve(one.predicate, *ends)))
        return decided

    def _asks(self, stated: SourceEdge | Reject) -> TypeGuard[SourceEdge]:
        return isinstance(stated, SourceEdge) and self._is_phrase(stated)

    def _is_phrase(self, edge: SourceEdge) -> bool:
        if self._mapper is None or self._resolve(edge.predicate) is not None:
            return False
        return bool(edge.predicate.strip()) and is_phrase(edge.predicate)

    def _take(
        self, relation: SourceRelation, stated: SourceEdge | StatedClaim, found: Standardized
    ) -> ValidEdge | Reject:
        resolved = resolve_mapped(found)
        if resolved is None:
            return self._refuse(relation, found)
        if isinstance(stated, StatedClaim):
            return self._validate_claim(relation, stated, resolved)
        return self._validate_edge(stated, resolved)

    def _validate_edge(self, edge: SourceEdge, resolved: ResolvedPredicate | None) -> ValidEdge | Reject:
        assertion = validate_edge(edge, self._options, self._biolink, resolved)
        return assertion if isinstance(assertion, Reject) else ValidEdge(assertion)

    def _validate_claim(
        self, claim: SourceRelation, stated: StatedClaim, resolved: ResolvedPredicate | None
    ) -> ValidEdge | Reject:
        options = replace(
            self._options,
            knowledge_level=self._options.knowledge_level or KNOWLEDGE_LEVEL,
            agent_type=self._options.agent_type or AGENT_TYPE,
        )
        assertion = validate_edge(stated.edge, options, self._biolink, resolved)
        if isinstance(assertion, Reject):  # what is kept for a replay is the claim as its source states it
            return replace(assertion, record=serialize_record(claim))
        if isinstance(claim, SourceClaim) and is_of_text(claim):
            kinds = {end.id: end.categories for end in stated.ends}
            fault = refused_ends(assertion, kinds, self._biolink)
            if fault is not None:
                message = f"no predicate that {claim.relationship[:80]!r} may mean takes its ends: {fault}"
                return Reject("NO_PREDICATE", "map", message, claim.place, serialize_record(claim))
            assertion = order_symmetric_ends(assertion, kinds, self._biolink)
        return ValidEdge(assertion, stated.ends)

    def _refuse(self, relation: SourceRelation, found: Standardized) -> Reject:
        code = found.reason or "NO_PREDICATE"
        phrase = relation.relationship if isinstance(relation, SourceClaim) else relation.predicate
        message = f"{phrase[:80]!r}: {REASONS.get(code, 'it was not mapped to a predicate')}"
        if code.startswith(UNAVAILABLE) and self._mapper is not None and self._mapper.fault:
            message = f"{phrase[:80]!r} was not mapped: {self._mapper.fault}"
        return Reject(code, "map", message, relation.place, serialize_record(relation))

    def _state(self, claim: SourceRelation) -> StatedClaim | Reject:
        assert isinstance(claim, SourceClaim)
        if is_of_text(claim) and (name := missing_name(claim)) is not None:
            message = f"{name[:80]!r} does not stand in the sentence that is to say so"
            return Reject(NAME_NOT_IN_TEXT, "map", message, claim.place, serialize_record(claim))
        try:
            return build_claim_edge(claim, self._biolink)
        except InvalidRecord as refused:
            return Reject(refused.code, "validate", str(refused), claim.place, serialize_record(claim))


def _asked_of(edge: SourceEdge, known: Mapping[str, tuple[str, ...]]) -> Claim:
    """Build the claim to map an edge's phrase; its text counts only where it names both ends."""
    phrase = edge.predicate if " " in edge.predicate else edge.predicate.replace("_", " ")
    names = [_text(edge.properties.get(f"original_{end}")) for end in ("subject", "object")]
    return Claim(
        names[0] or edge.subject,
        phrase,
        names[1] or edge.object,
        _text(edge.properties.get("supporting_text")) if all(names) else "",
        known.get(edge.subject, ()),
        known.get(edge.object, ()),
    )


def _text(value: Value | None) -> str:
    if isinstance(value, tuple):
        return str(value[0]) if len(value) == 1 else ""
    return value if isinstance(value, str) else ""
