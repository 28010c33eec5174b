"""The name index in memory."""

from bioloom.grounding.name_normalization import key
from bioloom.records import Entity
from bioloom_lab.evaluation.memory_index import MemoryIndex

TNF = Entity("NCBIGene:7124", "TNF", ("biolink:Gene",), ("TNF-alpha", "tumor necrosis factor", "DIF"))
IL2 = Entity("NCBIGene:3558", "IL2", ("biolink:Gene",), ("interleukin 2", "TCGF"))
DRUG = Entity("DRUGBANK:1", "Dif", ("biolink:Drug",))
INDEX = MemoryIndex([TNF, IL2, DRUG])


def test_exact_gives_every_entity_with_the_name_preferred_names_first() -> None:
    found = INDEX.exact([key("DIF"), key("IL-2"), key("nothing")])
    assert [(record.id, record.synonym) for record in found["dif"]] == [
        ("DRUGBANK:1", False),
        ("NCBIGene:7124", True),
    ]
    assert found["il2"][0].matched == "IL2"
    assert found["il2"][0].name == "IL2"
    assert "nothing" not in found


def test_near_puts_the_most_similar_name_first_and_one_record_an_entity() -> None:
    (found,) = INDEX.near(["tumor necrosis facto"], 2)
    assert found[0].id == "NCBIGene:7124"
    assert found[0].matched == "tumor necrosis factor"
    assert len({record.id for record in found}) == len(found)


def test_near_finds_nothing_for_what_is_like_nothing() -> None:
    assert INDEX.near(["@@@@", ""], 5) == [(), ()]
    assert MemoryIndex([]).near(["tumor"], 5) == [()]
