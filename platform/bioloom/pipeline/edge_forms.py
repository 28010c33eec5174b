"""Edge forms: what edges of one predicate, the same slots and the same provenance have in common.

The first edge of a form is validated slot by slot; of those that follow only the ends are checked, and the
slots that say something of the single edge are taken over.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from bioloom.biolink import Biolink
from bioloom.errors import InvalidRecord
from bioloom.pipeline.predicate_resolution import ResolvedPredicate
from bioloom.pipeline.record_validation import (
    CLAIM,
    SHARED,
    is_curie,
    is_qualifier,
    is_typed,
    other_end,
    typed_values,
    validate_edge,
)
from bioloom.records import Assertion, LoadOptions, Reject, SourceEdge, Value
from bioloom.records.graph import ID_LENGTH

_MOST = 20_000
"""Forms that are kept: a source with a provenance of its own for every edge has no two edges of one form."""

_ORIGINAL_ENDS = frozenset({"original_subject", "original_object"})

_Key: TypeAlias = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class _Slots:
    """Slots of an edge: the `shared` ones name its form; its `own`, each under a second name once swapped."""

    shared: tuple[str, ...]
    own: tuple[tuple[str, str], ...]
    typed: bool


@dataclass(frozen=True, slots=True)
class _Form:
    """First valid edge of a form, what its predicate was found to mean, and the properties that all have."""

    first: Assertion
    resolved: ResolvedPredicate
    properties: Mapping[str, Value]


class EdgeForms:
    """Validator of edges that remembers forms; the results are those of `validate_edge`."""

    def __init__(self, options: LoadOptions, biolink: Biolink) -> None:
        self._options, self._biolink = options, biolink
        self._slots: dict[tuple[str, ...], _Slots] = {}
        self._forms: dict[_Key, _Form] = {}

    def validate(self, edge: SourceEdge, resolved: ResolvedPredicate | None) -> Assertion | Reject:
        """Check an edge; `resolved` is what its predicate was found to mean."""
        names = tuple(edge.properties)
        slots = self._slots.get(names) or self._part(names)
        key = None if resolved is None else _key(edge, names, slots)
        form = None if key is None else self._forms.get(key)
        if form is not None and form.resolved is resolved:
            followed = self._follow(form, edge, slots)
            if followed is not None:
                return followed
        first = validate_edge(edge, self._options, self._biolink, resolved)
        if key is not None and resolved is not None and isinstance(first, Assertion):
            self._keep(key, _Form(first, resolved, _shared(first, slots, resolved)))
        return first

    def _part(self, names: tuple[str, ...]) -> _Slots:
        if len(self._slots) >= _MOST:
            self._slots.clear()
        shared = tuple(name for name in names if name in SHARED or is_qualifier(name))
        own = tuple((name, other_end(name)) for name in names if name not in shared and name not in CLAIM)
        slots = _Slots(shared, own, any(is_typed(name, self._biolink) for name in names))
        self._slots[names] = slots
        return slots

    def _keep(self, key: _Key, form: _Form) -> None:
        if len(self._forms) >= _MOST:
            self._forms.clear()
        self._forms[key] = form

    def _follow(self, form: _Form, edge: SourceEdge, slots: _Slots) -> Assertion | None:
        """Build the assertion of an edge from the first of its form; None where it needs a closer look."""
        subject, object_ = edge.subject, edge.object
        if not is_curie(subject) or not is_curie(object_):
            return None
        given, first, properties = edge.properties, form.first, {**form.properties}
        if slots.typed:
            try:
                given = typed_values(given, self._biolink)
            except InvalidRecord:
                return None
        if form.resolved.swapped:
            for name, now in slots.own:
                properties[now] = given[name]
            properties.setdefault("original_subject", subject)
            properties.setdefault("original_object", object_)
            subject, object_ = object_, subject
        else:
            for name, _ in slots.own:
                properties[name] = given[name]
        return Assertion(
            subject,
            first.predicate,
            object_,
            first.primary_knowledge_source,
            first.knowledge_level,
            first.agent_type,
            negated=first.negated,
            qualifiers=first.qualifiers,
            properties=properties,
        )


def _key(edge: SourceEdge, names: tuple[str, ...], slots: _Slots) -> _Key | None:
    """Name the form of an edge; None where it has to be looked at by itself."""
    given = edge.properties
    original = given.get("original_id")
    if original is not None and isinstance(original, str) and len(original) == ID_LENGTH:
        return None  # perhaps an edge of ours that comes back
    values = tuple([given[name] for name in slots.shared])
    for value in values:
        if not isinstance(value, str | bool) and not (
            isinstance(value, tuple) and all(isinstance(each, str) for each in value)
        ):
            return None  # 1, 1.0 and True would be one key
    return edge.predicate, names, values


def _shared(first: Assertion, slots: _Slots, resolved: ResolvedPredicate) -> Mapping[str, Value]:
    own = {now if resolved.swapped else name for name, now in slots.own}
    drop = own | _ORIGINAL_ENDS if resolved.swapped else own
    return {name: value for name, value in first.properties.items() if name not in drop}
