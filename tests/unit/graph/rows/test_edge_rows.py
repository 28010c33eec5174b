"""Edge rows: the property map of each edge, the hash of its record, and its id."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from bioloom.graph.rows.edge_rows import EdgeRows
from bioloom.graph.rows.property_maps import assertion_row
from bioloom.graph.rows.property_values import content_hash
from bioloom.records import Assertion

TEXTS = st.sampled_from(["", "a", "50 %s", "naïve", 'a "quoted" one', "broken \ud800", "back\\slash"])
SCALARS = st.one_of(TEXTS, st.booleans(), st.integers(), st.floats(allow_nan=False))
VALUES = st.one_of(SCALARS, st.lists(SCALARS, max_size=3).map(tuple), st.none())
NAMES = st.sampled_from(["note", "per%cent", "naïve", "publications", "id", "negated", "agent_type", ""])
PLAIN = st.sampled_from(["HGNC:1", "MONDO:2", "X:ä"])
assertions = st.builds(
    Assertion,
    PLAIN,
    st.sampled_from(["biolink:treats", "biolink:affects"]),
    PLAIN,
    st.sampled_from(["infores:a", "infores:ä%"]),
    st.just("prediction"),
    st.just("manual_agent"),
    negated=st.booleans(),
    qualifiers=st.dictionaries(
        st.sampled_from(["object_aspect_qualifier", "note"]), TEXTS.filter(str.isascii)
    ),
    properties=st.dictionaries(NAMES, VALUES, max_size=4),
)


@given(st.lists(assertions, min_size=1, max_size=4))
def test_a_row_is_that_of_the_edge_alone(drawn: list[Any]) -> None:
    rows = EdgeRows("4.4.6").build(enumerate([*drawn, *drawn]))
    found = {row.position: row for row in rows}
    for at, claim in enumerate([*drawn, *drawn]):
        alone = assertion_row(claim, "4.4.6")
        assert found[at].properties == alone
        assert list(map(type, map(alone.get, sorted(alone)))) == [
            type(found[at].properties[name]) for name in sorted(alone)
        ]
        assert found[at].content == content_hash(alone)
        assert (found[at].id, found[at].subject, found[at].object) == (claim.id, claim.subject, claim.object)


@given(assertions)
def test_the_id_of_a_claim_is_the_hash_of_what_it_says(claim: Assertion) -> None:
    said: list[object] = [claim.subject, claim.predicate, claim.object, sorted(claim.qualifiers.items())]
    said += [claim.negated, claim.primary_knowledge_source]
    text = json.dumps(said, ensure_ascii=False, separators=(",", ":"))
    assert claim.id == hashlib.sha256(text.encode()).hexdigest()[:32]
