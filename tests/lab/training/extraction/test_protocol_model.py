"""What is exported computes what was trained in torch, and the same training gives the same weights."""

import shutil
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bioloom.embedding.hugging_face import open_model
from bioloom.embedding.model_files import MODEL, open_tokenizer
from bioloom.errors import SourceError, UsageError
from bioloom.extraction.networks import open_local
from bioloom.extraction.networks.crf import Chain, Span
from bioloom.extraction.networks.entity_tagger import INPUTS as TAGGER_INPUTS
from bioloom.extraction.networks.entity_tagger import tags_of
from bioloom.extraction.networks.model import ENTITIES, RELATIONS, LocalModel
from bioloom.extraction.networks.model_settings import ProtocolSettings
from bioloom.extraction.networks.onnx_network import HEADS, Network, read_heads
from bioloom.extraction.networks.relation_model import INPUTS as RELATER_INPUTS
from bioloom.extraction.networks.relation_model import PairScorer, head_shapes
from bioloom.extraction.networks.tokenization import WordReader
from bioloom.extraction.networks.windows import WindowBatch, lay_out, pack_windows
from bioloom_lab.training.extraction.activation_ranges import sample_of
from bioloom_lab.training.extraction.annotated_lines import GoldDocuments, admitted_relations, read_gold
from bioloom_lab.training.extraction.export import (
    WINDOW,
    Trained,
    export_model,
    main,
    read_state,
    settings_of,
)
from bioloom_lab.training.extraction.line_training import marks_of
from bioloom_lab.training.extraction.mlm_pretraining import MaskedLmSchedule, adapt, read_texts
from bioloom_lab.training.extraction.protocol_model import train_protocol
from bioloom_lab.training.extraction.torch_networks import RelaterNetwork, TaggerNetwork
from bioloom_lab.training.loop import TrainingSchedule
from bioloom_lab.training.onnx.encoder_export import tokenizer_of
from bioloom_lab.training.onnx.weight_quantization import pack
from tiny_bert import write_tiny_bert

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")
pytest.importorskip("onnx")

WLP = Path(__file__).parents[3] / "data" / "brat" / "wlp"
FEW = MaskedLmSchedule(steps=2, batch=4, chunk=32, warm_up=1)
BRIEF = TrainingSchedule(epochs=2, rate=3e-3, new_rate=5e-3, pieces=256)


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_tiny_bert(tmp_path_factory.mktemp("base"))


@pytest.fixture(scope="module")
def gold(base: Path) -> GoldDocuments:
    return read_gold(WLP, tokenizer_of(open_model(str(base))), longest=62)


def laid_out(base: Path, gold: GoldDocuments) -> tuple[WindowBatch, list[Span]]:
    """Give all documents as one batch, with the gold spans of its lines."""
    reader = WordReader(open_tokenizer(tokenizer_of(open_model(str(base))), base))
    windows = [
        window
        for document in gold.documents
        for window in pack_windows((each.line for each in document), iter(lambda: 60, None))
    ]
    batch = lay_out(windows, reader.begin, reader.between)
    spans = [
        replace(span, line=at)
        for at, line in enumerate(batch.lines)
        for span in gold.by_number[line.number].spans
    ]
    return batch, spans


def exported(
    base: Path, gold: GoldDocuments, folder: Path, bits: int, *, whole: bool = False
) -> tuple[Any, Any]:
    """Export two networks with random weights; gives them, ready to be asked."""
    torch.manual_seed(5)
    tagger = TaggerNetwork(open_model(str(base))[0].auto_model, len(gold.types))
    bert = open_model(str(base))[0].auto_model
    relater = RelaterNetwork(bert, len(gold.types), len(gold.relations), width=32)
    torch.nn.init.normal_(tagger.module.trans)
    torch.nn.init.normal_(tagger.module.begin)
    tagger.module.eval()
    relater.module.eval()
    torch.save(tagger.module.state_dict(), folder / "entities.pt")
    torch.save(relater.module.state_dict(), folder / "relations.pt")
    states = read_state(folder / "entities.pt"), read_state(folder / "relations.pt")
    network = open_model(str(base))
    settings = settings_of(network, gold.types, gold.relations, scheme="wlp", pair_width=32)
    marks = marks_of(tokenizer_of(network), str(base))
    sample = sample_of(gold, marks, min(WINDOW, settings.max_tokens))
    samples = (sample, sample) if whole else None
    trained = Trained(*states, admitted_relations(gold))
    export_model(trained, network, settings, folder / "model", bits=bits, samples=samples)
    return tagger, relater


def round_weights(network: Any, bits: int) -> None:
    """Round a network's matrices as the exported file has them, so that only what is computed can differ."""
    for name, weight in network.module.named_parameters():
        words = name.endswith("word_embeddings.weight")
        if words or (".encoder.layer." in name and weight.dim() == 2):
            matrix = pack(weight.detach().numpy(), 8 if words else bits).unpack()
            weight.data.copy_(torch.from_numpy(matrix))


def test_layers_in_whole_numbers_stay_near_and_heed_no_neighbour_in_the_batch(
    base: Path, gold: GoldDocuments, tmp_path: Path
) -> None:
    states = []
    batch, _ = laid_out(base, gold)
    given = {"ids": batch.ids, "mask": batch.mask, "shapes": batch.shapes}
    for whole in (False, True):
        folder = tmp_path / str(whole)
        folder.mkdir()
        exported(base, gold, folder, 8, whole=whole)
        network = Network(folder / "model" / ENTITIES, TAGGER_INPUTS, 32)
        states.append(network.states(given))
    there = batch.mask > 0
    floats, wholes = (each[there] for each in states)
    lengths = np.linalg.norm(floats, axis=1) * np.linalg.norm(wholes, axis=1)
    likeness = (floats * wholes).sum(axis=1) / lengths
    assert 0.97 < likeness.mean() < 1
    alone = network.states({name: matrix[:1] for name, matrix in given.items()})
    assert np.allclose(alone[there[:1]], states[1][:1][there[:1]], atol=1e-5)


@pytest.mark.parametrize("bits", [8, 12])
def test_the_exported_networks_compute_what_torch_does(
    base: Path, gold: GoldDocuments, tmp_path: Path, bits: int
) -> None:
    near = 1e-3
    tagger, relater = exported(base, gold, tmp_path, bits)
    round_weights(tagger, bits)
    round_weights(relater, bits)
    batch, spans = laid_out(base, gold)
    settings = LocalModel(tmp_path / "model", ProtocolSettings).settings

    entities = tmp_path / "model" / ENTITIES
    given = {"ids": batch.ids, "mask": batch.mask, "shapes": batch.shapes}
    states = Network(entities, TAGGER_INPUTS, settings.dimension).states(given)
    with np.load(entities / HEADS) as heads:
        scores = states @ heads["weight"].T + heads["bias"]
    with torch.no_grad():
        expected, there = (each.numpy() for each in tagger.emissions(batch))
    for at, line in enumerate(batch.lines):
        found = scores[batch.rows[at], batch.offsets[at] + line.words.first]
        assert np.allclose(found, expected[at][there[at]], atol=near)

    relations = tmp_path / "model" / RELATIONS
    given["tags"] = tags_of(batch, spans)
    states = Network(relations, RELATER_INPUTS, settings.dimension).states(given)
    content = (relations / HEADS).read_bytes()
    scorer = PairScorer(read_heads(content, relations / HEADS, head_shapes(settings)))
    with torch.no_grad():
        expected, pairs = relater.scores(batch, spans)
    links = {(link.subject, link.object): link for link in scorer.links(states, batch, spans)}
    allowed = admitted_relations(gold)
    agreed = 0
    for pair, row in zip(pairs, expected.numpy(), strict=True):
        admitted = np.append(True, allowed[spans[pair[0]].kind, spans[pair[1]].kind])
        likely = np.exp(np.where(admitted, row, -np.inf) - row.max())
        best = int(likely.argmax())
        margin = np.sort(likely)[-1] - np.sort(likely)[-2]
        if pair in links:
            agreed += links[pair].kind == best - 1
            assert links[pair].probability == pytest.approx(likely.max() / likely.sum(), abs=near)
            assert links[pair].kind == best - 1 or margin < near
        else:
            assert best == 0 or margin < near
    assert agreed > 20


def test_the_chain_finds_the_likeliest_tags_that_torch_scores(
    base: Path, gold: GoldDocuments, tmp_path: Path
) -> None:
    tagger, _ = exported(base, gold, tmp_path, 12)
    batch, _ = laid_out(base, gold)
    with torch.no_grad():
        scores, there = tagger.emissions(batch)
        chain = Chain(tagger.module.begin.numpy(), tagger.module.trans.numpy())
        flat = scores.numpy()[there.numpy()]
        found = chain.spans(flat, [len(line.words) for line in batch.lines])
        likeliest = float(tagger.loss(batch, found))
        for at in range(0, len(found), 7):
            fewer = found[:at] + found[at + 1 :]
            assert float(tagger.loss(batch, fewer)) >= likeliest


def test_a_training_learns_and_can_be_repeated(base: Path, tmp_path: Path) -> None:
    data = tmp_path / "wlp"
    shutil.copytree(WLP / "train", data / "train")
    shutil.copytree(WLP / "train", data / "dev")
    longer = replace(BRIEF, epochs=12, hidden=0.0, dropout=0.0)
    stages: list[tuple[str, int, int]] = []
    torch.set_num_threads(1)
    scores = train_protocol(
        data,
        tmp_path / "one",
        base=str(base),
        texts=[WLP],
        adaptation=FEW,
        entities=longer,
        relations=longer,
        pair_width=32,
        on_progress=lambda *stage: stages.append(stage),
    )
    assert scores["entities"].f1 > 0.3
    assert stages[-1][1] == stages[-1][2]
    assert {stage[0] for stage in stages} == {"adaptation", "entities", "relations"}
    names = []
    for name in ("two", "three"):
        assert not train_protocol(
            WLP / "train",
            tmp_path / name,
            base=str(base),
            adaptation=FEW,
            entities=BRIEF,
            relations=BRIEF,
            pair_width=32,
        )
        names.append(open_local(tmp_path / name).name)
    assert names[0] == names[1]


def test_an_adapted_encoder_guesses_pieces_better(base: Path) -> None:
    network = open_model(str(base))
    bert, tokenizer = network[0].auto_model, tokenizer_of(network)
    marks = marks_of(tokenizer, "tiny")
    before = {name: weight.clone() for name, weight in bert.state_dict().items()}
    losses: list[float] = []
    torch.manual_seed(1)
    adapt(
        bert,
        tokenizer,
        marks,
        [list(read_texts(WLP))],
        replace(FEW, steps=80, batch=8, rate=3e-3),
        seed=1,
        on_progress=lambda _step, _steps, loss: losses.append(loss),
    )
    assert sum(losses[-10:]) < 0.9 * sum(losses[:10])
    assert any(not torch.equal(weight, before[name]) for name, weight in bert.state_dict().items())
    assert not bert.training


def test_state_dictionaries_become_a_folder(base: Path, gold: GoldDocuments, tmp_path: Path) -> None:
    exported(base, gold, tmp_path, 8, whole=True)
    states = ["--entities", str(tmp_path / "entities.pt"), "--relations", str(tmp_path / "relations.pt")]
    main([*states, "--data", str(WLP), "--base", str(base), "-o", str(tmp_path / "again")])
    assert (tmp_path / "again" / ENTITIES / MODEL).read_bytes() == (
        tmp_path / "model" / ENTITIES / MODEL
    ).read_bytes()
    assert open_local(tmp_path / "again").name == open_local(tmp_path / "model").name


def test_what_cannot_be_exported_is_refused_before_training(tmp_path: Path) -> None:
    base = write_tiny_bert(tmp_path / "base", "relu")
    with pytest.raises(UsageError, match="only BERT models with gelu"):
        train_protocol(WLP, tmp_path / "model", base=str(base))


def test_documents_without_annotation_teach_nothing(base: Path, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Add water.", encoding="utf-8")
    with pytest.raises(UsageError, match="no annotated documents"):
        train_protocol(tmp_path, tmp_path / "model", base=str(base))


def test_a_file_that_is_no_state_dictionary_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.pt").write_bytes(b"not this")
    with pytest.raises(SourceError, match=r"a\.pt"):
        read_state(tmp_path / "a.pt")


def test_training_goes_on_from_a_model_with_rewritten_copies(base: Path, tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    still = replace(BRIEF, epochs=0.5, rate=0.0, new_rate=0.0)
    train = partial(train_protocol, WLP, base=str(base))
    train(first, adaptation=FEW, entities=BRIEF, relations=BRIEF, pair_width=32)
    train(second, start=first, copies=2, entities=still, relations=still, pair_width=32)
    for part, wanted in ((ENTITIES, TAGGER_INPUTS), (RELATIONS, RELATER_INPUTS)):
        given = {name: np.ones((1, 5), np.int64) for name in wanted}
        one, other = (Network(folder / part, wanted, 32).states(given) for folder in (first, second))
        assert np.allclose(one, other, atol=0.3)
    with pytest.raises(UsageError, match="other types, relations or sizes"):
        train(tmp_path / "third", start=first, pair_width=16)


def test_copies_are_the_same_documents_in_other_forms(base: Path, gold: GoldDocuments) -> None:
    found = read_gold(WLP, tokenizer_of(open_model(str(base))), longest=62, copies=2)
    assert len(found.rewritten) == 2 * len(found.documents)
    assert [len(lines) for lines in found.documents] == [len(lines) for lines in gold.documents]
    for at, document in enumerate(found.documents):
        kinds = sorted(span.kind for line in document for span in line.spans)
        for copy in found.rewritten[at :: len(found.documents)]:
            assert len([span for line in copy for span in line.spans]) > 0.8 * len(kinds)
