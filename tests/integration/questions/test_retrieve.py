"""Retrieval in a real Neo4j: exact scores, robustness, assertions."""

import math
from dataclasses import replace

import pytest

from bioloom import embedding
from bioloom.embedding import open_encoder
from bioloom.errors import UsageError
from bioloom.graph.connection import Graph
from bioloom.graph.schema import apply_schema
from bioloom.pipeline.passes.sentence_vectors import embed_sentences
from bioloom.question_parsing import parse_question
from bioloom.retrieval import Filters, rank_assertions, retrieve, retrieve_assertions
from bioloom.retrieval.methods import VectorMethod
from bioloom_lab.baselines.retrieval_methods import EVALUATED_METHODS
from leased_graph import leased
from word_encoder import WordEncoder

pytestmark = pytest.mark.integration

STOP = "toy:klenow#s3"
WORDED = [method for method in EVALUATED_METHODS.values() if not isinstance(method, VectorMethod)]
"""Methods that need no vectors."""
HARD = [
    "", "   ", "🧪🔥", "???", "AND OR NOT", "(EDTA", '"EDTA',
    "EDTA~ ^2 [a TO b] {x} field:y \\ / && || !x -y +z *",
    "NOT", "a" * 10_000, "EDTA " * 2_000, "什么温度" * 500,
    "Какая температура EDTA?", "ما درجة حرارة EDTA؟", "\x00EDTA\x1b",
    "EDTA' OR 1=1 //", "'}) DETACH DELETE n //", " ".join(f"w{n}" for n in range(3_000)),
]  # fmt: skip


def test_published_score_is_the_exact_product(woven: Graph) -> None:
    question = "Does EDTA stop the reaction, does edta?"
    plain = {hit.sentence_id: hit for hit in retrieve(woven, question, method="bm25")}
    fused = retrieve(woven, question, method="fused")[0]
    assert fused.sentence_id == STOP
    assert fused.matched == ("edta", "reaction", "stop")
    assert fused.graph_matches == 3
    assert fused.bm25 == plain[STOP].score
    assert fused.score == pytest.approx(fused.bm25 * math.log(4))


def test_no_matched_entity_scores_zero_when_fused_but_not_when_robust(woven: Graph) -> None:
    fused = retrieve(woven, "final", method="fused")
    assert [(hit.sentence_id, hit.score) for hit in fused] == [(STOP, 0.0)]
    assert fused[0].bm25 > 0
    robust = retrieve(woven, "final", method=EVALUATED_METHODS["robust"])[0]
    assert robust.score == pytest.approx(robust.bm25)


def test_names_match_at_token_boundaries_only(woven: Graph) -> None:
    hits = retrieve(woven, "stopped reactions", method=EVALUATED_METHODS["graph"])
    assert hits == ()
    literal = retrieve(woven, "unstoppable reaction", method="fused", literal=True)[0]
    assert literal.graph_matches == 2


def test_graph_method_counts_distinct_names_and_uses_no_bm25(woven: Graph) -> None:
    hits = retrieve(woven, "Heat for 20 minutes, heat", method=EVALUATED_METHODS["graph"])
    assert (hits[0].sentence_id, hits[0].score, hits[0].bm25) == ("toy:klenow#s4", 2.0, 0.0)


def test_the_title_lends_its_words_to_the_steps(woven: Graph) -> None:
    context = retrieve(woven, "blunting temperature heat", method=EVALUATED_METHODS["context"])
    robust = retrieve(woven, "blunting temperature heat", method=EVALUATED_METHODS["robust"])
    scores = {hit.sentence_id: hit.score for hit in robust}
    assert next(hit for hit in context if hit.sentence_id == "toy:klenow#s4").score > scores["toy:klenow#s4"]


def test_a_question_for_what_comes_next_finds_the_step_that_follows(woven: Graph) -> None:
    question = "What is done after stopping the Klenow reaction by adding EDTA?"
    assert retrieve(woven, question, method="hops", k=1)[0].sentence_id == "toy:klenow#s4"
    assert (
        retrieve(woven, question, method=EVALUATED_METHODS["rerank"], k=1)[0].sentence_id != "toy:klenow#s4"
    )


def test_vectors_are_made_once_and_ranked_by_cosine(woven: Graph) -> None:
    with pytest.raises(UsageError, match="bioloom embed"):
        retrieve(woven, "EDTA", method="vector")
    with leased(woven) as held:
        first = embed_sentences(held, open_encoder())
        assert first.written == first.sentences == 7
        assert embed_sentences(held, open_encoder()).written == 0
    hits = retrieve(woven, "Stop reaction by adding EDTA to a final concentration of 10 mM.", method="vector")
    assert hits[0].sentence_id == STOP
    assert hits[0].score == pytest.approx(1.0, abs=1e-3)
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    within = retrieve(woven, "EDTA", method="vector", filters=Filters(documents=("toy:evil",)))
    assert {hit.document_id for hit in within} == {"toy:evil"}


def test_an_encoder_of_another_width_takes_the_place_of_the_vectors(
    woven: Graph, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = WordEncoder("stop reaction edta heat")
    monkeypatch.setattr(embedding, "open_encoder", {None: open_encoder(), "words": words}.__getitem__)
    with leased(woven) as held:
        embed_sentences(held, open_encoder())
        assert embed_sentences(held, words).written == 7
        assert embed_sentences(held, words).written == 0
    named = replace(woven, encoder="words")
    assert retrieve(named, "Stop the reaction by EDTA", method="vector", k=1)[0].sentence_id == STOP
    with pytest.raises(UsageError, match="BIOLOOM_ENCODER"):
        retrieve(woven, "EDTA", method="vector")
    with leased(woven) as held:
        assert embed_sentences(held, open_encoder()).written == 7
    assert retrieve(woven, "EDTA", method="vector")


def test_scores_of_learned_rankings_are_shares(woven: Graph) -> None:
    hits = retrieve(
        woven, "Which reagent stops the Klenow reaction?", method=EVALUATED_METHODS["rerank"], k=100
    )
    assert sum(hit.score for hit in hits) == pytest.approx(1.0)
    assert (hits[0].sentence_id, hits[0].matched) == (STOP, ("reaction", "stop"))


def test_hits_bring_subgraph_neighbours_and_title(woven: Graph) -> None:
    hit = retrieve(woven, "EDTA stop reaction", k=1)[0]
    assert hit.document_title == "Large (Klenow) Fragment Blunting"
    assert hit.before == "Incubate for 15 minutes at 25°C."
    assert hit.after == "Heat for 20 minutes at 75°C."
    names = {node.id: node.name for node in hit.subgraph.nodes}
    triples = {(names[e.subject], e.original_predicate, names[e.object]) for e in hit.subgraph.edges}
    assert ("Stop", "use_reagent", "EDTA") in triples
    assert ("EDTA", "have_property", "10 mM") in triples


def test_quantities_come_along(woven: Graph) -> None:
    hit = retrieve(woven, "Heat for 20 minutes", k=1)[0]
    heat = next(node for node in hit.subgraph.nodes if node.name == "75°C")
    assert (heat.type, heat.properties["si_value"], heat.properties["si_unit"]) == (
        "temperature",
        348.15,
        "K",
    )


def test_filters(woven: Graph) -> None:
    for method in WORDED:
        assert retrieve(woven, "add EDTA", method=method, filters=Filters(documents=("toy:evil",))) == ()
        found = retrieve(woven, "add EDTA rinse", method=method, filters=Filters(documents=("toy:klenow",)))
        assert {hit.document_id for hit in found} == {"toy:klenow"}
        for sources in (("toy",), ("none", "infores:toy")):
            assert retrieve(woven, "add EDTA rinse", method=method, filters=Filters(sources=sources))


def test_what_a_program_found_with_little_confidence_is_left_out(woven: Graph) -> None:
    with woven.session() as session:
        session.run("MATCH (m:Mention {name: 'EDTA'}) SET m.confidence = 0.4").consume()
        session.run(
            "MATCH ()-[r {object: 'HGNC:9605'}]->() SET r.extraction_confidence_score = 0.4"
        ).consume()
    for least, found in ((0.4, True), (0.5, False)):
        filters = Filters(min_confidence=least)
        for method in (EVALUATED_METHODS["context"], EVALUATED_METHODS["graph"]):
            names = {
                node.name
                for hit in retrieve(woven, "What stops reaction EDTA?", method=method, filters=filters)
                for node in hit.subgraph.nodes
            }
            assert ("EDTA" in names) is found
        assert bool(retrieve_assertions(woven, "What affects PTGS2?", filters=filters)) is found


def test_assertions_keep_to_their_sources_and_documents(woven: Graph) -> None:
    question = "Which drugs treat migraine?"
    with woven.session() as session:
        session.run(
            "MATCH ({id: 'DRUGBANK:DB00945'})-[r:`biolink:treats`]->() SET r.document_ids = ['toy:a']"
        ).consume()
    assert retrieve_assertions(woven, question, filters=Filters(sources=("infores:other",))) == ()
    assert retrieve_assertions(woven, question, filters=Filters(sources=("toy",)))
    stated = retrieve_assertions(woven, question, filters=Filters(documents=("toy:a", "toy:b")))
    assert [claim.text for claim in stated] == ["aspirin treats migraine disorder"]


@pytest.mark.parametrize("question", HARD, ids=range(len(HARD)))
def test_hard_questions_break_nothing(woven: Graph, question: str) -> None:
    for method in WORDED:
        retrieve(woven, question, method=method)
    retrieve_assertions(woven, question)


def test_hostile_questions_still_find(woven: Graph) -> None:
    assert retrieve(woven, '+(EDTA) AND "stop" && [reaction] ~^*?:\\/!', k=1)[0].sentence_id == STOP


def test_no_index_no_graph_gives_nothing(graph: Graph) -> None:
    with graph.session() as session:
        session.run("DROP INDEX sentence_text IF EXISTS").consume()
        session.run("DROP INDEX entity_normalised IF EXISTS").consume()
        session.run("MATCH (m:Migration) DETACH DELETE m").consume()
    try:
        assert retrieve(graph, "EDTA") == ()
        assert retrieve_assertions(graph, "aspirin") == ()
    finally:
        apply_schema(graph)


def test_wrong_calls_say_what_is_right(woven: Graph) -> None:
    for method in ("magic", "rerank", "prose"):
        with pytest.raises(UsageError, match="choose from: bm25, fused, vector, hops"):
            retrieve(woven, "x", method=method)
    for k in (0, -1, 10_000):
        with pytest.raises(UsageError, match="k must"):
            retrieve(woven, "x", k=k)
    with pytest.raises(UsageError, match="literal"):
        retrieve(woven, "x", method="hops", literal=True)


def test_assertions_of_named_entities(woven: Graph) -> None:
    found = retrieve_assertions(woven, "Which drugs treat migraine?")
    assert [claim.text for claim in found[:2]] == [
        "aspirin treats migraine disorder",
        "ibuprofen treats migraine disorder",
    ]
    assert all(claim.source == "infores:toy" and claim.assertion_id for claim in found)


def test_both_ends_named_come_first_and_synonyms_count(woven: Graph) -> None:
    found = retrieve_assertions(woven, "Does acetylsalicylic acid affect PTGS2?")
    assert found[0].text == "aspirin affects PTGS2"
    assert found[0].graph_matches == 2


def test_the_longest_name_wins(woven: Graph) -> None:
    found = retrieve_assertions(woven, "Which gene is associated with type 2 diabetes mellitus?")
    assert found[0].text == "TCF7L2 is associated with type 2 diabetes mellitus"
    assert all("diabetes mellitus" not in claim.matched for claim in found)


def test_an_everyday_word_in_small_letters_is_no_symbol(woven: Graph) -> None:
    for asked in ("Which genes does aspirin act on?", "Which genes does aspirin ACT?"):
        found = retrieve_assertions(woven, asked)
        assert {name for claim in found for name in claim.matched} == (
            {"aspirin"} if "act on" in asked else {"aspirin", "act"}
        )
    assert retrieve_assertions(woven, "Which genes does aspirin act on?")[0].text == "aspirin affects PTGS2"


def test_what_a_drug_is_used_for_is_what_it_treats(woven: Graph) -> None:
    found = retrieve_assertions(woven, "What is aspirin used for?")
    assert [claim.text for claim in found if claim.score == found[0].score] == [
        "aspirin treats migraine disorder"
    ]


def test_what_several_names_share_is_one_thing_joined_to_each(woven: Graph) -> None:
    found = rank_assertions(woven, parse_question("What do aspirin and ibuprofen both treat?"))
    assert found.shared
    assert {claim.text for claim in found.first} == {
        "aspirin treats migraine disorder",
        "ibuprofen treats migraine disorder",
    }
    apart = rank_assertions(woven, parse_question("What treats both migraine and type 2 diabetes mellitus?"))
    assert apart.shared is False, "a denied assertion joins nothing"
    each = rank_assertions(woven, parse_question("What treats migraine or type 2 diabetes mellitus?"))
    assert each.shared is None


def test_a_difference_leaves_out_what_has_the_other_relation(woven: Graph) -> None:
    found = rank_assertions(woven, parse_question("Which drugs treat migraine but do not affect PTGS2?"))
    assert [claim.text for claim in found.first] == ["ibuprofen treats migraine disorder"]
    assert found.left_out is not None
    assert (found.left_out.names, found.left_out.things) == (("PTGS2",), 1)


@pytest.mark.parametrize("name", ["T2DM", "t2dm", "T2D"])
def test_an_abbreviation_is_the_initials_of_what_has_the_relation(woven: Graph, name: str) -> None:
    found = rank_assertions(woven, parse_question(f"Which genes are associated with {name}?"))
    assert found.first[0].text == "TCF7L2 is associated with type 2 diabetes mellitus"


def test_things_are_counted_beyond_the_assertions_that_are_listed(woven: Graph) -> None:
    found = rank_assertions(woven, parse_question("How many drugs treat migraine?"), limit=1)
    assert (len(found.first), found.things) == (1, 2)


def test_negated_assertions_say_so(woven: Graph) -> None:
    found = retrieve_assertions(woven, "Does ibuprofen treat type 2 diabetes mellitus?")
    assert found[0].text == "ibuprofen does not treat type 2 diabetes mellitus"
    assert found[0].subgraph.edges[0].negated
