"""The encoder and reranker that come with bioloom, on phrases whose meaning nobody would doubt."""

from __future__ import annotations

import pytest

from bioloom.embedding import open_encoder
from bioloom.records.predicate_mapping import Claim
from bioloom.resources import weights
from bioloom.settings import Settings
from bioloom.standardization.relate.descriptor_retrieval import retrieve
from bioloom.standardization.relate.embedding_space import Space
from bioloom.standardization.relate.reranker import Reranker
from bioloom.standardization.relate.vocabulary import vocabulary

MOST_BYTES = 30_000_000


@pytest.fixture(scope="module", params=["biolink", "chemprot"])
def space(request: pytest.FixtureRequest) -> Space:
    return Space(vocabulary(request.param), open_encoder(), Settings().cache)


PHRASES = {
    "biolink": {
        "inhibits": "decreases activity of",
        "is inhibited by": "activity decreased by",
        "strongly increases the expression of": "increases expression of",
        "causes": "biolink:causes",
        "prevents": "biolink:preventative_for_condition",
        "is a risk factor for": "biolink:predisposes_to_condition",
        "is metabolized by": "biolink:is_substrate_of",
    },
    "chemprot": {
        "potent and selective inhibitor": "downregulator",
        "increased the expression of": "upregulator",
        "is a partial agonist at": "agonist",
        "antagonist": "antagonist",
        "is metabolized by": "substrate",
    },
}


def test_a_clear_phrase_gets_its_predicate_with_and_without_a_sentence(space: Space) -> None:
    wanted = PHRASES[space.vocabulary.name]
    reranker = Reranker.load(space)
    for text in ("", "Drug9 {} KIN1."):
        claims = [Claim("Drug9", phrase, "KIN1", text.format(phrase)) for phrase in wanted]
        rankings = reranker.rank(claims, retrieve(list(wanted), [space]))
        found = {
            claim.relationship: ranking.choices[0][0] for claim, ranking in zip(claims, rankings, strict=True)
        }
        assert found == wanted
        assert all(ranking.none < 0.5 for ranking in rankings)


def test_the_model_is_small_and_documented() -> None:
    folder = weights("standardizer")
    assert (folder / "model.onnx").stat().st_size < MOST_BYTES
    assert "Apache-2.0" in (folder / "MODEL_CARD.md").read_text(encoding="utf-8")


CHEMICAL, GENE, DISEASE = (
    (f"biolink:{kind}",) for kind in ("ChemicalEntity", "Gene", "DiseaseOrPhenotypicFeature")
)


@pytest.mark.parametrize("text", ["Drug9 {} KIN1.", "In a cohort of 40 patients, Drug9 {} KIN1 (P<0.01)."])
def test_the_kinds_of_the_ends_do_not_outvote_a_clear_phrase(text: str) -> None:
    wanted = [
        (GENE, "causes", DISEASE, "biolink:causes"),
        (CHEMICAL, "worsens", DISEASE, "biolink:exacerbates_condition"),
        (CHEMICAL, "prevents", DISEASE, "biolink:preventative_for_condition"),
        (DISEASE, "leads to", DISEASE, "biolink:causes"),
        (DISEASE, "coexists with", DISEASE, "biolink:coexists_with"),
        (CHEMICAL, "inhibits", GENE, "decreases activity of"),
    ]
    space = Space(vocabulary("biolink"), open_encoder(), Settings().cache)
    claims = [
        Claim("Drug9", phrase, "KIN1", text.format(phrase), one, other) for one, phrase, other, _ in wanted
    ]
    rankings = Reranker.load(space).rank(claims, retrieve([each.relationship for each in claims], [space]))
    assert [ranking.choices[0][0] for ranking in rankings] == [key for *_, key in wanted]
