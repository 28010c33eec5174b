"""Running a model through onnxruntime: same text same vector, and plain errors for what is broken."""

import json
import shutil
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from bioloom.embedding import open_encoder
from bioloom.embedding.onnx_encoder import OnnxEncoder
from bioloom.errors import MissingExtraError, SourceError, UsageError

TINY = Path(__file__).parents[2] / "data" / "encoder"
PHRASES = ["binds to", "increases the abundance of", "is by " * 40, "", "does not inhibit", "\x00\ud800"]


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    """Give a copy of the tiny model, to be broken."""
    return Path(shutil.copytree(TINY, tmp_path / "model"))


def test_a_vector_a_text_of_length_one() -> None:
    encoder = OnnxEncoder(TINY)
    vectors = encoder.encode(PHRASES)
    assert vectors.shape == (6, encoder.dimension) == (6, 32)
    assert vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    assert encoder.encode([]).shape == (0, 32)


@pytest.mark.parametrize("threads", [1, 2])
def test_the_company_of_a_text_does_not_change_its_vector(threads: int) -> None:
    encoder = OnnxEncoder(TINY, threads=threads, batch_tokens=24)
    together = encoder.encode(PHRASES * 20)
    alone = np.concatenate([encoder.encode([phrase]) for phrase in PHRASES])
    assert np.allclose(together, np.tile(alone, (20, 1)), atol=1e-5)


def test_a_book_is_cut_to_the_limit_of_the_model() -> None:
    encoder = OnnxEncoder(TINY)
    book = "binds " * 200_000
    assert np.allclose(encoder.encode([book]), encoder.encode(["binds " * 14]), atol=1e-5)


def test_the_name_follows_the_content(broken: Path) -> None:
    before = OnnxEncoder(broken).name
    assert before == OnnxEncoder(broken).name
    settings = json.loads((broken / "encoder.json").read_text())
    (broken / "encoder.json").write_text(json.dumps(settings | {"max_tokens": 8}))
    assert OnnxEncoder(broken).name != before


def test_its_settings_need_not_say_how_it_pools(broken: Path) -> None:
    settings = json.loads((broken / "encoder.json").read_text())
    del settings["pooling"]
    (broken / "encoder.json").write_text(json.dumps(settings))
    assert OnnxEncoder(broken).dimension == 32


@pytest.mark.parametrize("name", ["model.onnx", "tokenizer.json", "encoder.json"])
def test_a_missing_file_is_named(broken: Path, name: str) -> None:
    (broken / name).unlink()
    with pytest.raises(UsageError, match=name):
        OnnxEncoder(broken)


@pytest.mark.parametrize("name", ["model.onnx", "tokenizer.json", "encoder.json"])
@pytest.mark.parametrize("content", [b"", b"{}", b"\xff\x00 not this"])
def test_a_broken_file_is_named(broken: Path, name: str, content: bytes) -> None:
    (broken / name).write_bytes(content)
    with pytest.raises(SourceError, match=name):
        OnnxEncoder(broken)


def test_a_file_cut_short_is_named(broken: Path) -> None:
    whole = (broken / "model.onnx").read_bytes()
    (broken / "model.onnx").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(SourceError, match=r"model\.onnx"):
        OnnxEncoder(broken)


def test_numbers_that_are_not_finite_are_refused(broken: Path) -> None:
    content = (broken / "model.onnx").read_bytes()
    ones = np.ones(32, np.float32).tobytes()  # the gain of a normalisation
    assert ones in content
    (broken / "model.onnx").write_bytes(content.replace(ones, np.full(32, np.nan, np.float32).tobytes()))
    with pytest.raises(SourceError, match="not finite"):
        OnnxEncoder(broken).encode(["binds"])


def test_a_folder_opens_by_its_path_and_once() -> None:
    assert open_encoder(str(TINY)).dimension == 32
    assert open_encoder(str(TINY)) is open_encoder(str(TINY))


@pytest.mark.skipif(find_spec("sentence_transformers") is not None, reason="the extra is installed")
def test_other_models_need_the_extra() -> None:
    with pytest.raises(MissingExtraError, match=r"\(extra models\); .*: pip install sentence-transformers"):
        open_encoder("packaged")


def test_a_path_without_a_model_is_told_before_an_extra_is_asked_for(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="is not the folder of a sentence-transformers model"):
        open_encoder(str(tmp_path))
    with pytest.raises(UsageError, match="is not the folder of a sentence-transformers model"):
        open_encoder(str(tmp_path / "absent"))
