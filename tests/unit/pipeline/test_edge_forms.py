"""Edges of one form pass as they would one by one."""

from __future__ import annotations

from collections.abc import Mapping

from hypothesis import given
from hypothesis import strategies as st

from bioloom.biolink import model
from bioloom.pipeline.edge_forms import EdgeForms
from bioloom.pipeline.predicate_resolution import resolve_predicate
from bioloom.pipeline.record_validation import SHARED, is_qualifier, validate_edge
from bioloom.records import Assertion, LoadOptions, Place, SourceEdge, Value

BIOLINK = model()
PLACE = Place("edges.tsv", 2)
ENDS = ("MONDO:1", "CHEBI:2", "HGNC:3", "no curie", "")
PREDICATES = (
    "biolink:treats",
    "treated by",
    "increases abundance of",
    "SEMMEDDB:NEG_TREATS",
    "biolink:affected_by",
    "foo",
    "",
)
SLOTS: Mapping[str, tuple[Value, ...]] = {
    "primary_knowledge_source": ("infores:a", "A source", "", "???", ("infores:a", "infores:b")),
    "aggregator_knowledge_source": (("infores:a",), ("One", "infores:b"), ()),
    "knowledge_level": ("prediction", "nonsense", ""),
    "agent_type": ("manual_agent", ("manual_agent",)),
    "negated": (True, False, "1", 1, 1.0, "perhaps"),
    "object_aspect_qualifier": ("activity", "abundance", 7),
    "object_direction_qualifier": ("increased", ""),
    "qualified_predicate": ("biolink:causes", "biolink:nothing"),
    "subject_form": ("raw", "cooked"),
    "object_form": ("whole", 3),
    "original_id": ("uuid:1", "e" * 32, 5),
    "original_subject": ("aspirin",),
    "original_predicate": ("cures",),
    "publications": (("PMID:1",), ("PMID:2", "PMID:3"), ()),
    "p_value": ("0.05", 0.1, "small"),
    "derived": ("true", False, "maybe"),
    "support": ("{}", "no evidence"),
    "biolink_version": ("1.0",),
    "note": ("text", "naïve", ""),
}
edges = st.builds(
    SourceEdge,
    st.sampled_from(ENDS),
    st.sampled_from(PREDICATES),
    st.sampled_from(ENDS),
    st.just(PLACE),
    st.lists(st.sampled_from(sorted(SLOTS)), unique=True, max_size=6).flatmap(
        lambda names: st.fixed_dictionaries({name: st.sampled_from(SLOTS[name]) for name in names})
    ),
)


def otherwise(edge: SourceEdge) -> dict[str, Value]:
    """Give the slots of another edge of the same form: all that are its own with another value."""
    return {
        name: value if name in SHARED or is_qualifier(name) else next_value(name, value)
        for name, value in edge.properties.items()
    }


def next_value(name: str, value: Value) -> Value:
    values = SLOTS[name]
    return values[(values.index(value) + 1) % len(values)]


@given(st.lists(edges, min_size=1, max_size=3), st.booleans())
def test_an_edge_passes_as_it_would_alone(drawn: list[SourceEdge], declared: bool) -> None:
    options = LoadOptions(None, "infores:x", "not_provided", "not_provided") if declared else LoadOptions()
    forms = EdgeForms(options, BIOLINK)
    resolved = {edge.predicate: resolve_predicate(edge.predicate, BIOLINK) for edge in drawn}
    others = [SourceEdge("HGNC:7", one.predicate, "MONDO:8", PLACE, otherwise(one)) for one in drawn]
    for edge in (*drawn, *others, *drawn):
        meaning = resolved[edge.predicate]
        assert forms.validate(edge, meaning) == validate_edge(edge, options, BIOLINK, meaning)


def test_what_a_predicate_means_between_other_ends_is_another_form() -> None:
    options = LoadOptions(None, "infores:x", "not_provided", "not_provided")
    forms = EdgeForms(options, BIOLINK)
    edge = SourceEdge("HGNC:7", "biolink:treats", "MONDO:8", PLACE)
    for text in ("biolink:treats", "biolink:affects", "biolink:treats"):
        found = forms.validate(edge, resolve_predicate(text, BIOLINK))
        assert isinstance(found, Assertion)
        assert found.predicate == text
