"""The name of a thing that claims and texts name."""

from bioloom.graph.merging.minted_entities import MintedThing
from bioloom.grounding import mint
from bioloom.pipeline.passes.grounding_pass import surface_of

GENE = "biolink:Gene"
ABL1 = mint("ABL1", "Gene", GENE).id


def test_a_thing_of_claims_keeps_the_spelling_of_their_source() -> None:
    claimed = MintedThing(ABL1, GENE, {"abl 1": 0}, node_name="abl 1", stated={"ABL1": 2, "Abl1": 1, ABL1: 9})
    assert surface_of(claimed) == "ABL1"
    assert surface_of(MintedThing(ABL1, GENE, {"Abl-1": 1}, stated={"ABL1": 2})) == "ABL1"
    assert surface_of(MintedThing(ABL1, GENE, {"Abl-1": 3}, stated={"ABL1": 2})) == "Abl-1"
    assert surface_of(MintedThing(ABL1, GENE, {"ABL1": 0}, node_name="ABL1")) == "abl 1"
