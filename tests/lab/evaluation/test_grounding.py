"""Gold ids of texts against what names are grounded to."""

import gzip
from collections.abc import Callable
from pathlib import Path

import pytest

from bioloom.errors import SourceError, UsageError
from bioloom.grounding.grounder import Grounder
from bioloom.records import Entity
from bioloom_lab.evaluation.grounding import Identities, entities_of, evaluate_grounding
from bioloom_lab.evaluation.memory_index import MemoryIndex
from bioloom_lab.evaluation.pubtator_gold import read_pubtator

TEXT = "\n".join(
    (
        "1|t|TNF in sepsis.",
        "1|a|Mouse Tnf and HER2 | p|SUB|E|333|D were measured with ethanol and acid X.",
        "1\t0\t3\tTNF\tGeneOrGeneProduct\t7124",
        "1\t7\t13\tsepsis\tDiseaseOrPhenotypicFeature\tD018805",
        "1\t21\t24\tTnf\tGeneOrGeneProduct\t21926",
        "1\t29\t33\tHER2\tGeneOrGeneProduct\t2064,7124",
        "1\t60\t67\tethanol\tChemicalEntity\tD000431",
        "1\t72\t78\tacid X\tChemicalEntity\t-",
        "1\t16\t21\tMouse\tOrganismTaxon\t10090",
        "1\tAssociation\t7124\tD018805\tNovel",
        "",
        "2|t|Nothing here.",
        "2|a|",
        "",
    )
)
ENTITIES = [
    Entity("NCBIGene:7124", "TNF", ("biolink:Gene",), ("HER2",)),
    Entity("MONDO:1", "sepsis", ("biolink:Disease",), xrefs=("DOID:1",)),
    Entity("DOID:1", "blood poisoning", ("biolink:Disease",), xrefs=("MESH:D018805",)),
    Entity("MESH:D000431", "Alcohol", ("biolink:ChemicalEntity",)),
    Entity("CHEBI:9", "acid X", ("biolink:ChemicalEntity",)),
]


def test_mentions_are_read_with_the_prefix_of_their_vocabulary(put: Callable[..., Path]) -> None:
    first, second = read_pubtator(put("gold.txt", TEXT))
    assert first.text.startswith("TNF in sepsis. Mouse Tnf")
    assert [sorted(mention.ids) for mention in first.mentions] == [
        ["NCBIGene:7124"],
        ["MESH:D018805"],
        ["NCBIGene:21926"],
        ["NCBIGene:2064", "NCBIGene:7124"],
        ["MESH:D000431"],
        [],
    ]
    assert second.mentions == ()
    assert tuple(read_pubtator(put("gold.txt.gz", gzip.compress(TEXT.encode())))) == (first, second)


@pytest.mark.parametrize(
    ("name", "content", "line"),
    [
        ("a.txt", "1|t|A\n2\t0\t1\tA\tGene\t1\n", 2),
        ("b.txt", "hello\n", 1),
        ("c.gz", b"\x1f\x8b broken", None),
    ],
)
def test_a_broken_file_is_named_with_its_line(
    put: Callable[..., Path], name: str, content: str | bytes, line: int | None
) -> None:
    with pytest.raises(SourceError) as caught:
        list(read_pubtator(put(name, content)))
    assert caught.value.line == line


def test_a_mention_counts_where_its_id_is_loaded(put: Callable[..., Path]) -> None:
    texts = tuple(read_pubtator(put("gold.txt", TEXT)))
    identities = Identities((entity.id, entity.xrefs) for entity in ENTITIES)
    rows = evaluate_grounding(Grounder(MemoryIndex(ENTITIES)), texts, identities)
    figures = {kind: {name: item.value for name, item in row.items()} for kind, row in rows.items()}
    assert figures["GeneOrGeneProduct"] == {
        "coverage": pytest.approx(2 / 3),
        "accuracy@1": 1.0,
        "precision": 1.0,
        "precision of all": pytest.approx(2 / 3),
    }
    assert figures["DiseaseOrPhenotypicFeature"]["accuracy@1"] == 1.0
    assert figures["ChemicalEntity"] == {
        "coverage": 0.5,
        "accuracy@1": 0.0,
        "precision": 0.0,
        "precision of all": 0.0,
    }
    assert figures["all"]["coverage"] == pytest.approx(4 / 6)


def test_names_come_from_any_source_that_can_be_loaded(put: Callable[..., Path]) -> None:
    path = put(
        "things_nodes.tsv", "id\tcategory\tname\tsynonym\nMESH:D1\tbiolink:Disease\tflu\tinfluenza|grippe\n"
    )
    (entity,) = entities_of(path)
    assert (entity.id, entity.name, entity.synonyms) == ("MESH:D1", "flu", ("influenza", "grippe"))
    with pytest.raises(UsageError, match="holds no names"):
        entities_of(put("empty_nodes.tsv", "id\tcategory\tname\n"))
