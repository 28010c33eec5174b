"""Questions answered from a real graph, without a language model and with one that cannot be reached."""

import json
import threading
from collections.abc import Iterator, Sequence
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from bioloom.answering import Patience, answer_json, ask
from bioloom.biolink import model
from bioloom.errors import UsageError
from bioloom.graph.connection import Graph
from bioloom.graph.writing.pending_batch import PendingBatch
from bioloom.graph.writing.writer import Writer
from bioloom.records import Answer, Assertion, Citation, Entity
from bioloom.retrieval import Filters
from bioloom.settings import Settings
from leased_graph import leased

pytestmark = pytest.mark.integration


def put(graph: Graph, question: str) -> Answer:
    return ask(graph, Settings(), question)


def test_an_empty_graph_says_how_to_load(graph: Graph) -> None:
    answer = put(graph, "What stops the reaction?")
    assert answer.abstained
    assert "bioloom load" in answer.answer


@pytest.mark.parametrize(
    ("question", "begins", "cited"),
    [
        ("At what temperature is the Klenow reaction heated?", "75°C", "toy:klenow#s4"),
        ("How long is the Klenow blunting incubated?", "15 minutes", "toy:klenow#s2"),
        ("What concentration of EDTA stops the Klenow reaction?", "10 mM", "toy:klenow#s3"),
        ("Which reagent stops the Klenow reaction?", "EDTA", "toy:klenow#s3"),
    ],
)
def test_values_and_things_are_read_off_the_graph(
    woven: Graph, question: str, begins: str, cited: str
) -> None:
    answer = put(woven, question)
    assert answer.answer.startswith(begins)
    assert answer.citations[0].sentence_id == cited
    assert answer.answer.endswith("[1]")
    assert 0.3 <= answer.confidence <= 1
    assert answer.subgraph.edges


def test_the_step_after_is_cited_with_its_own_id(woven: Graph) -> None:
    answer = put(woven, "Which step comes after adding EDTA to stop the reaction?")
    assert "Heat for 20 minutes at 75°C." in answer.answer
    assert [citation.sentence_id for citation in answer.citations] == ["toy:klenow#s4", "toy:klenow#s3"]


def test_documents_that_mention_something_are_listed_by_the_sentence_that_does(woven: Graph) -> None:
    answer = put(woven, "Which protocols use EDTA?")
    assert not answer.abstained
    assert [citation.document_id for citation in answer.citations] == ["toy:klenow"]
    assert "EDTA" in answer.citations[0].text
    counted = put(woven, "How many protocols mention EDTA?")
    assert counted.answer.startswith("1 in this graph.")
    assert counted.short == ("1",)


def test_documents_that_nothing_mentions_are_none(woven: Graph) -> None:
    answer = put(woven, "Which protocols use unobtainium?")
    assert answer.abstained
    assert answer.answer == "The graph holds no protocols that mention “unobtainium”."


def test_a_mention_of_what_is_asked_for_counts_by_whatever_name(woven: Graph) -> None:
    assert put(woven, "Which protocols use edetic acid?").abstained
    with woven.session() as session:
        session.run(
            "MATCH (m:Mention {name: 'EDTA'}) CREATE (m)-[:DENOTES]->(:`biolink:NamedThing` "
            "{id: 'CHEBI:42191', name: 'edetic acid', normalised: ['edetic acid']})"
        ).consume()
    assert "adding EDTA" in put(woven, "Which protocols use edetic acid?").answer


def test_documents_of_a_kind_are_counted_within_the_filters(woven: Graph) -> None:
    asked = "How many protocols are there?"
    assert put(woven, asked).answer.startswith("2 in this graph.")
    klenow = Filters(documents=("toy:klenow",))
    assert ask(woven, Settings(), asked, filters=klenow).answer.startswith("1 in this graph.")
    with pytest.raises(UsageError, match="toy:other"):
        ask(woven, Settings(), asked, filters=Filters(documents=("toy:other",)))


def test_lists_of_assertions_cite_each(woven: Graph) -> None:
    answer = put(woven, "Which drugs treat migraine?")
    assert "aspirin treats" in answer.answer
    assert "ibuprofen treats" in answer.answer
    assert len({citation.assertion_id for citation in answer.citations}) == 2
    assert {citation.source for citation in answer.citations} == {"infores:toy"}


def test_what_is_not_listed_or_not_covered_is_said(woven: Graph) -> None:
    drugs = tuple(
        Entity(f"DRUGBANK:X{n:02}", f"triptan{n:02}", ("biolink:SmallMolecule",)) for n in range(14)
    )
    facts = tuple(
        Assertion(
            drug.id, "biolink:treats", "MONDO:0005277", "infores:toy", "knowledge_assertion", "manual_agent"
        )
        for drug in drugs
    )
    with leased(woven) as held:
        writer = Writer(held, model())
        writer.write(PendingBatch(entities=drugs, assertions=facts, documents=()))
        writer.finish()
    answer = put(woven, "Which drugs treat migraine?")
    assert len({citation.assertion_id for citation in answer.citations}) == 10
    assert answer.answer.endswith(
        "[10] And 6 more; a larger k lists them, and so do the neighbours of MONDO:0005277."
    )
    every = ask(woven, Settings(), "Which drugs treat migraine?", k=20)
    assert every.answer.endswith("[16]")
    narrowed = put(woven, "Which drugs treat migraine in whales?")
    assert narrowed.abstained or "Nothing cited here speaks of: whales." in narrowed.answer
    assert narrowed.confidence < answer.confidence


def test_how_many_there_are_and_what_two_things_share_is_answered(woven: Graph) -> None:
    counted = put(woven, "How many drugs treat migraine?")
    assert counted.answer.startswith("2 in this graph. aspirin treats")
    shared = put(woven, "What do aspirin and ibuprofen both treat?")
    assert not shared.abstained
    assert len(shared.citations) == 2
    apart = put(woven, "Which drugs treat both migraine and type 2 diabetes mellitus?")
    assert apart.abstained
    assert apart.answer.startswith("No assertion answers this of “migraine” and “type 2 diabetes mellitus”")
    caused = put(woven, "Which drugs are contraindicated in migraine?")
    assert caused.answer.startswith("No assertion about “migraine” states “contraindicated”. It does say: ")
    each = put(woven, "Do aspirin and ibuprofen both treat migraine?")
    assert [part.question for part in each.parts] == [
        "Does aspirin treat migraine?",
        "Does ibuprofen treat migraine?",
    ]
    assert not any(part.abstained for part in each.parts)


def test_yes_and_evidence_against(woven: Graph) -> None:
    assert put(woven, "Does aspirin treat migraine?").answer.startswith("Yes: aspirin treats")
    against = put(woven, "Does ibuprofen treat type 2 diabetes mellitus?")
    assert against.answer.startswith("Evidence against: ibuprofen does not treat")


def test_a_question_for_yes_or_no_that_goes_on_is_answered_as_two(woven: Graph) -> None:
    found = put(woven, "Does aspirin treat migraine, and does ibuprofen treat type 2 diabetes mellitus?")
    assert [part.answer.split(" ")[0] for part in found.parts] == ["Yes:", "Evidence"]
    assert [part.citations for part in found.parts] == [(1,), (2,)]
    half = put(woven, "Does aspirin treat migraine, and which side effects does it have?")
    assert [part.abstained for part in half.parts] == [False, True]
    assert half.parts[1].question == "which side effects does aspirin have?"
    assert half.confidence == pytest.approx(half.parts[0].confidence / 2, abs=0.001)


@pytest.fixture
def regulated(woven: Graph) -> Graph:
    """Add a gene that regulates another."""
    fact = Assertion(
        "HGNC:11634", "biolink:regulates", "HGNC:9605", "infores:toy", "knowledge_assertion", "manual_agent"
    )
    with leased(woven) as held:
        writer = Writer(held, model())
        writer.write(PendingBatch(entities=(), assertions=(fact,), documents=()))
        writer.finish()
    return woven


def test_what_acts_is_told_from_what_is_acted_on(regulated: Graph) -> None:
    for question in (
        "What regulates PTGS2?",
        "Which gene is PTGS2 regulated by?",
        "What does TCF7L2 regulate?",
    ):
        assert put(regulated, question).answer.startswith("TCF7L2 regulates PTGS2"), question
    for question in ("What regulates TCF7L2?", "Which genes does PTGS2 regulate?"):
        answer = put(regulated, question)
        assert answer.abstained, question
        assert "It does say: TCF7L2 " in answer.answer or "It does say: aspirin affects" in answer.answer
        assert answer.citations
    assert put(regulated, "Does TCF7L2 regulate PTGS2?").answer.startswith("Yes: TCF7L2 regulates")
    other_way = put(regulated, "Does PTGS2 regulate TCF7L2?")
    assert other_way.abstained
    assert other_way.answer.startswith(
        "The graph states this of “PTGS2” and “TCF7L2” only the other way round."
    )


def test_a_shortened_name_is_found_unless_it_is_a_name_itself(woven: Graph) -> None:
    assert "TCF7L2" in put(woven, "Which genes are associated with type 2 diabetes?").answer
    assert put(woven, "Which genes are associated with diabetes?").abstained


def test_what_is_left_out_is_no_answer_nor_one_of_another_kind(woven: Graph) -> None:
    assert put(woven, "What does aspirin treat?").answer.startswith("aspirin treats migraine")
    assert put(woven, "What does aspirin treat apart from migraine?").abstained
    other = put(woven, "Which gene does aspirin treat?")
    assert other.abstained
    assert "names no gene" in other.answer


def test_a_whole_abstract_answers_for_yes_or_no_and_is_cited(tea: Graph) -> None:
    answer = put(tea, "Does barley tea affect sleep?")
    assert answer.answer.startswith("Probably no: Barley tea and sleep: “Barley tea had no")
    assert (answer.short, [each.sentence_id for each in answer.citations]) == (("no",), ["toy:tea#s6"])
    assert put(tea, "Does green tea affect digestion?").abstained


@pytest.mark.parametrize(
    "question",
    [
        "What is the capital of France?", "asdf qwer", "lorem ipsum dolor", "🧪", "???",
        "How tall is Mount Everest?",
        "What temperature does the sun have?", "Which drugs treat malaria?", "什么",
        "the " * 3_000, "x" * 10_000,
    ],
)  # fmt: skip
def test_nonsense_and_foreign_matter_are_refused_with_a_reason(woven: Graph, question: str) -> None:
    answer = put(woven, question)
    assert answer.abstained
    assert answer.answer
    assert not answer.citations
    assert answer.confidence == 0


def test_the_name_that_was_mistyped_is_offered(woven: Graph) -> None:
    answer = put(woven, "Which drugs treat migraene?")
    assert answer.abstained
    assert answer.answer.endswith("; did you mean “migraine”?")


def test_a_model_that_cannot_be_reached_falls_back_and_says_so(woven: Graph) -> None:
    settings = Settings.model_validate({"llm_url": "http://127.0.0.1:9/v1", "llm_model": "tiny"})
    answer = ask(
        woven, settings, "Which reagent stops the Klenow reaction?", patience=Patience(total=2.0, attempts=1)
    )
    assert answer.answer.startswith("EDTA")
    assert answer.model.startswith("local (model unavailable: http://127.0.0.1:9/v1")


@pytest.fixture
def model_settings() -> Iterator[Settings]:
    """An endpoint that cites evidence 1 truly, then invents a quote, whatever it is asked."""
    sentences = [
        {"text": "EDTA stops it.", "citations": [{"id": 1, "quote": "adding EDTA"}]},
        {"text": "Water works too.", "citations": [{"id": 1, "quote": "water works"}]},
    ]

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            message = {"role": "assistant", "content": json.dumps({"sentences": sentences})}
            choice = {"index": 0, "message": message, "finish_reason": "stop"}
            body = {
                "id": "1",
                "object": "chat.completion",
                "created": 1,
                "model": "tiny",
                "choices": [choice],
            }
            data = json.dumps(body).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *args: object) -> None:
            """Keep quiet."""

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    yield Settings.model_validate({"llm_url": url, "llm_model": "tiny"})
    server.shutdown()
    server.server_close()
    thread.join()


def test_a_model_writes_and_its_invented_quote_is_dropped(woven: Graph, model_settings: Settings) -> None:
    question = "Which reagent stops the Klenow reaction?"
    answer = ask(woven, model_settings, question)
    assert (answer.answer, answer.model) == ("EDTA stops it. [1]", "tiny")
    assert [citation.sentence_id for citation in answer.citations] == ["toy:klenow#s3"]
    assert answer.confidence == pytest.approx(put(woven, question).confidence / 2, abs=1e-3)


def test_asking_for_a_model_without_one_is_a_wrong_call(woven: Graph) -> None:
    with pytest.raises(UsageError, match="BIOLOOM_LLM_URL"):
        ask(woven, Settings(), "What stops the reaction?", llm=True)
    with pytest.raises(UsageError, match="empty"):
        put(woven, "  \n")


def test_the_json_contract(woven: Graph) -> None:
    found = answer_json(put(woven, "Which reagent stops the Klenow reaction?"))
    assert list(found) == [
        "question", "answer", "abstained", "confidence", "citations", "subgraph", "model", "timings",
        "notes", "parts", "tokens", "model_error",
    ]  # fmt: skip
    assert found["parts"] == []
    assert {"id", "sentence_id", "document_id", "text", "score"} <= set(found["citations"][0])
    assert set(found["subgraph"]) == {"nodes", "edges"}


def test_a_question_of_two_parts_and_one_of_which_only_one_is_stated(woven: Graph) -> None:
    both = answer_json(put(woven, "How long and at what temperature is the Klenow reaction heated?"))
    assert [part["short"] for part in both["parts"]] == [("20 minutes",), ("75°C",)]
    assert [set(part) for part in both["parts"]] == [
        {"question", "answer", "abstained", "confidence", "citations", "short"}
    ] * 2
    half = put(woven, "How long is the Klenow reaction heated, and at which pH?")
    assert [part.abstained for part in half.parts] == [False, True]
    assert not half.abstained
    assert "Not answered, “at which pH" in half.answer


def test_another_temperature_than_the_stated_one_is_refused_with_what_is_known(woven: Graph) -> None:
    answer = put(woven, "How long is Large (Klenow) Fragment Blunting heated at 95 °C?")
    assert answer.abstained
    assert "does not mention: 95 °C" in answer.answer
    assert [citation.sentence_id for citation in answer.citations] == ["toy:klenow#s4"]


class Heard:
    """Remembers what it is told."""

    def __init__(self) -> None:
        self.candidates: list[Citation] = []

    def evidence(self, candidates: Sequence[Citation]) -> None:
        self.candidates.extend(candidates)

    def text(self, piece: str) -> None:
        raise AssertionError("no model writes here")


def test_the_evidence_is_told_before_the_answer(woven: Graph) -> None:
    heard = Heard()
    answer = ask(woven, Settings(), "Which reagent stops the Klenow reaction?", k=3, listener=heard)
    assert {citation.sentence_id for citation in answer.citations} <= {
        told.sentence_id for told in heard.candidates
    }
    assert [told.id for told in heard.candidates] == list(range(1, len(heard.candidates) + 1))


def test_an_answer_keeps_within_its_filters(woven: Graph) -> None:
    question = "Which reagent stops the Klenow reaction?"
    outside = ask(woven, Settings(), question, filters=Filters(documents=("toy:evil",)))
    assert outside.notes == (
        "Only evidence of document toy:evil was looked at; without filters there may be more.",
    )
    assert outside.abstained
    assert "within the filters" in outside.answer
    assert not ask(woven, Settings(), question, filters=Filters(documents=("toy:klenow",))).abstained
