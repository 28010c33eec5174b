"""A triple model trained for a few steps: what is exported computes what torch does, stages are kept."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from bioloom.embedding.hugging_face import open_model
from bioloom.embedding.model_files import open_tokenizer
from bioloom.errors import UsageError
from bioloom.extraction.networks.model import LocalModel
from bioloom.extraction.networks.model_settings import TripleSettings
from bioloom.extraction.networks.relation_model import Asking, head_shapes
from bioloom.extraction.networks.tokenization import WordReader
from bioloom.extraction.networks.windows import TokenLine, lay_out
from bioloom.extraction.retrieval_augmentation.memory_examples import MemoryExample
from bioloom.extraction.triples.local import open_local_triples
from bioloom.extraction.triples.local.pair_scoring import Question, weigh
from bioloom.records import AnnotatedDocument
from bioloom_lab.readers.instruction import LabelQuestion
from bioloom_lab.readers.local_reader import open_local_reader
from bioloom_lab.training.extraction.continue_training import (
    ContinuedTraining,
    train_names_on,
    train_relations_on,
)
from bioloom_lab.training.extraction.corpora import TripleLines, as_triples
from bioloom_lab.training.extraction.dequantization import restore_network
from bioloom_lab.training.extraction.export import Trained, export_model, shape_of
from bioloom_lab.training.extraction.line_training import marks_of
from bioloom_lab.training.extraction.mlm_pretraining import MaskedLmSchedule
from bioloom_lab.training.extraction.multi_scheme_batches import DocumentDraw, samples_of
from bioloom_lab.training.extraction.protocol_model import arrays_of
from bioloom_lab.training.extraction.retrieved_documents import retrieve_documents
from bioloom_lab.training.extraction.torch_networks import RelaterNetwork, TaggerNetwork
from bioloom_lab.training.extraction.triple_model import TripleTrainingPlan, settings_for, sizes_of, train_on
from bioloom_lab.training.loop import TrainingSchedule
from bioloom_lab.training.onnx.encoder_export import tokenizer_of
from bioloom_lab.training.onnx.weight_quantization import pack
from marked_corpora import corpora
from tiny_bert import write_tiny_bert

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")
pytest.importorskip("onnx")

BRIEF = TrainingSchedule(epochs=1, rate=3e-3, new_rate=5e-3, pieces=128)
DOCUMENT = "water to the plate = activator"


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_tiny_bert(tmp_path_factory.mktemp("base"))


def words_of(base: Path) -> WordReader:
    return WordReader(open_tokenizer(tokenizer_of(open_model(str(base))), base))


@pytest.fixture(scope="module")
def triples(base: Path) -> TripleLines:
    return as_triples(corpora(), words_of(base), longest=sizes_of(open_model(str(base)))[1])


def retrieve(
    _scheme: str, examples: Sequence[MemoryExample], asked: Sequence[tuple[str, str]]
) -> list[list[str]]:
    return [[each.sentence for each in examples if each.source != source][:2] for _, source in asked]


def plan_of(base: Path) -> TripleTrainingPlan:
    return TripleTrainingPlan(
        base=str(base),
        adaptation=MaskedLmSchedule(steps=2, batch=4, chunk=16, warm_up=1),
        entities=BRIEF,
        relations=BRIEF,
        documents=DocumentDraw(first=0.3),
        pair_width=32,
    )


def read(_split: str) -> Mapping[str, Sequence[AnnotatedDocument]]:
    return corpora()


def test_what_is_exported_gives_the_distributions_of_torch(
    base: Path, triples: TripleLines, tmp_path: Path
) -> None:
    torch.manual_seed(5)
    network = open_model(str(base))
    tagger = TaggerNetwork(open_model(str(base))[0].auto_model, len(triples.types))
    bert = open_model(str(base))[0].auto_model
    relater = RelaterNetwork(bert, len(triples.types), len(triples.relations), width=32)
    tagger.module.eval()
    relater.module.eval()
    settings = settings_for(network, triples, pair_width=32)
    trained = Trained(arrays_of(tagger), arrays_of(relater), triples.admitted)
    export_model(trained, network, settings, tmp_path, bits=12)
    model = LocalModel(tmp_path, TripleSettings, threads=1)
    for name, weight in relater.module.named_parameters():
        words = name.endswith("word_embeddings.weight")
        if words or (".encoder.layer." in name and weight.dim() == 2):
            matrix = pack(weight.detach().numpy(), 8 if words else 12).unpack()
            weight.data.copy_(torch.from_numpy(matrix))
    marks = marks_of(tokenizer_of(network), str(base))
    compared = 0
    for line in triples.sentences:
        for document in (None, DOCUMENT):
            (found,) = weigh(model, [Question(line.words, line.spans, document)], Asking())
            before = [TokenLine(1, part) for part in model.read(document)] if document else []
            batch = lay_out([[*before, TokenLine(0, line.words)]], marks.begin, marks.between)
            at = len(before)
            with torch.no_grad():
                scores, pairs = relater.scores(batch, [replace(span, line=at) for span in line.spans])
            for subject, object_, row in zip(found.subjects, found.objects, found.logs, strict=True):
                kinds = line.spans[subject].kind, line.spans[object_].kind
                expected = scores[pairs.index((subject, object_))].numpy().astype(float)
                expected[1:][~triples.admitted[kinds]] = -np.inf
                expected -= np.log(np.exp(expected).sum())
                assert np.allclose(np.exp(row), np.exp(expected), atol=1e-3)
                compared += 1
    assert compared > 20


def test_a_training_goes_on_after_the_stage_that_it_finished(base: Path, tmp_path: Path) -> None:
    torch.set_num_threads(1)
    stages: list[str] = []
    plan = plan_of(base)
    whole = train_on(
        read,
        tmp_path / "one",
        plan,
        work=tmp_path / "work",
        retrieve=retrieve,
        on_progress=lambda stage, *_: stages.append(stage),
    )
    assert list(dict.fromkeys(stages)) == ["adaptation", "entities", "retrieval", "relations"]
    assert set(whole) == {"biored", "chemprot", "ddi", "git"}
    (tmp_path / "work" / "relations.pt").unlink()
    stages.clear()
    again = train_on(
        read,
        tmp_path / "two",
        plan,
        work=tmp_path / "work",
        retrieve=retrieve,
        on_progress=lambda stage, *_: stages.append(stage),
    )
    assert set(stages) == {"retrieval", "relations"}
    assert again == whole
    assert open_local_triples(tmp_path / "one").name == open_local_triples(tmp_path / "two").name
    with pytest.raises(UsageError, match="another training"):
        train_on(read, tmp_path / "three", replace(plan, seed=1), work=tmp_path / "work")


def test_a_relation_network_learns_on_from_what_was_exported(base: Path, tmp_path: Path) -> None:
    torch.set_num_threads(1)
    plan = replace(plan_of(base), adaptation=MaskedLmSchedule(steps=0))
    train_on(
        lambda split: corpora() if split == "train" else {}, tmp_path / "one", plan, work=tmp_path / "work"
    )
    settings = LocalModel(tmp_path / "one", TripleSettings).settings
    shape = shape_of(open_model(str(base)), settings.max_tokens)
    heads = head_shapes(settings)
    found = restore_network(tmp_path / "one" / "relations", shape, ("shapes", "tags"), heads)
    learned = torch.load(tmp_path / "work" / "relations.pt", weights_only=True)
    types = learned["enc.bert.embeddings.token_type_embeddings.weight"][0]
    learned["enc.bert.embeddings.position_embeddings.weight"] += types
    assert {*found} - {"allowed"} <= {*learned}
    for name in {*found} - {"allowed"}:
        expected = learned[name].numpy()
        assert np.abs(found[name] - expected).max() <= np.abs(expected).max() / 100, name
    rows = {"git": corpora()["git"]}
    still = ContinuedTraining(str(base), schedule=replace(BRIEF, rate=0, new_rate=0))
    models = [tmp_path / name for name in ("one", "same", "on")]
    assert train_relations_on(rows, models[1], still, start=models[0]) == {}
    further = ContinuedTraining(str(base), schedule=replace(BRIEF, epochs=4))
    scores = train_relations_on(rows, models[2], further, held_out=rows, start=models[0], retrieve=retrieve)
    assert scores.keys() == {"git"}
    before, after = (LocalModel(models[at], TripleSettings).settings.schemes for at in (0, 2))
    assert before["git"] != after["git"]
    assert all(before[scheme] == after[scheme] for scheme in before if scheme != "git")
    readers = [open_local_reader(folder, "git") for folder in models]
    text = "water to the plate"
    whole, same, on = (np.exp(each.likelihoods([LabelQuestion(text, (0, 5), (13, 18))])) for each in readers)
    assert np.abs(whole - same).max() < 0.05
    assert np.abs(whole - on).max() > 2 * np.abs(whole - same).max()
    with pytest.raises(UsageError, match="no scheme other"):
        train_relations_on({"other": rows["git"]}, tmp_path / "x", still, start=models[0])


def test_a_tagger_learns_on_and_the_relation_network_stays(base: Path, tmp_path: Path) -> None:
    torch.set_num_threads(1)
    first, second, same = (tmp_path / name for name in ("one", "two", "same"))
    train_on(lambda split: corpora() if split == "train" else {}, first, plan_of(base))
    rows = {"git": corpora()["git"]}
    still = ContinuedTraining(str(base), schedule=replace(BRIEF, rate=0, new_rate=0))
    assert train_names_on(rows, same, still, start=first) == {}
    further = ContinuedTraining(str(base), schedule=replace(BRIEF, epochs=8))
    assert train_names_on(rows, second, further, held_out=rows, start=first).keys() == {"git"}
    for name in ("model.onnx", "heads.npz"):
        files = [(folder / "relations" / name).read_bytes() for folder in (first, second)]
        assert files[0] == files[1]
        assert (first / "entities" / name).read_bytes() != (second / "entities" / name).read_bytes()
    heads = [dict(np.load(folder / "entities" / "heads.npz")) for folder in (first, same, second)]
    whole, kept, on = ({name: np.asarray(each[name], float) for name in each} for each in heads)
    assert all(np.allclose(whole[name], kept[name], atol=1e-3) for name in whole)
    assert any(np.abs(whole[name] - on[name]).max() > 1e-3 for name in whole)


def test_tags_of_other_schemes_cost_nothing(base: Path, triples: TripleLines) -> None:
    """On a line of DDI the other schemes' tags are no way to be wrong: raising them changes no loss."""
    tagger = TaggerNetwork(open_model(str(base))[0].auto_model, len(triples.types))
    tagger.module.eval()
    marks = marks_of(tokenizer_of(open_model(str(base))), str(base))
    (line,) = (each[0] for each in triples.documents if "Discard" in each[0].text)
    batch = lay_out([[TokenLine(0, line.words)]], marks.begin, marks.between)
    own = triples.kinds_of("ddi")
    with torch.no_grad():
        before = float(tagger.loss(batch, line.spans, [own]))
        for kind in set(range(len(triples.types))) - set(own):
            tagger.module["out"].bias[1 + 2 * kind : 3 + 2 * kind] += 5
        assert float(tagger.loss(batch, line.spans, [own])) == pytest.approx(before, abs=1e-5)
        assert float(tagger.loss(batch, line.spans)) > before


def test_ranges_are_measured_with_documents_before_the_sentences(base: Path, triples: TripleLines) -> None:
    documents = retrieve_documents(
        triples, lambda _scheme, _examples, asked: [[DOCUMENT]] * len(asked), words_of(base), 21
    )
    marks = marks_of(tokenizer_of(open_model(str(base))), str(base))
    entities, relations = samples_of(triples, documents, marks, window=60, seed=0)
    assert sum(len(spans) for _, spans in entities) > 0
    assert sum(len(spans) for _, spans in relations) > 0


def test_corpora_without_annotation_teach_nothing(base: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no annotated documents"):
        train_on(lambda _split: {}, tmp_path / "model", plan_of(base))
