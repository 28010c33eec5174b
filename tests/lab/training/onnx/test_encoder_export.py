"""What is exported without torch gives the vectors that torch gives."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bioloom.embedding.hugging_face import HuggingFaceEncoder
from bioloom.embedding.onnx_encoder import OnnxEncoder
from bioloom.errors import UsageError
from bioloom_lab.training.onnx.encoder_export import export_onnx
from tiny_bert import write_tiny_bert

pytest.importorskip("torch")
pytest.importorskip("transformers")
sentence_transformers = pytest.importorskip("sentence_transformers")
pytest.importorskip("tokenizers")
pytest.importorskip("onnx")

PHRASES = ["binds to", "increases the abundance of", "is by " * 40, "", "does not inhibit"]


def tiny_model(folder: Path, activation: str = "gelu") -> Any:
    """Give a small BERT with random weights, as a sentence-transformers model of 32 dimensions."""
    return sentence_transformers.SentenceTransformer(str(write_tiny_bert(folder, activation)), device="cpu")


@pytest.mark.parametrize(("bits", "nearest"), [(12, 0.9999), (8, 0.999)])
def test_the_exported_model_agrees_with_torch(tmp_path: Path, bits: int, nearest: float) -> None:
    model = tiny_model(tmp_path / "torch")
    encoder = OnnxEncoder(export_onnx(model, tmp_path / "onnx", bits=bits))
    expected = model.encode(PHRASES, normalize_embeddings=True)
    assert ((encoder.encode(PHRASES) * expected).sum(axis=1) > nearest).all()


def test_the_class_token_can_be_the_vector(tmp_path: Path) -> None:
    model = tiny_model(tmp_path / "torch")
    model[1] = type(model[1])(32, "cls")
    encoder = OnnxEncoder(export_onnx(model, tmp_path / "onnx"))
    expected = model.encode(PHRASES, normalize_embeddings=True)
    assert ((encoder.encode(PHRASES) * expected).sum(axis=1) > 0.9999).all()


def test_another_architecture_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="only BERT models with gelu"):
        export_onnx(tiny_model(tmp_path / "torch", "relu"), tmp_path / "onnx")


def test_any_sentence_transformers_folder_is_an_encoder(tmp_path: Path) -> None:
    tiny_model(tmp_path / "torch").save(str(tmp_path / "whole"))
    encoder = HuggingFaceEncoder(str(tmp_path / "whole"))
    vectors = encoder.encode(PHRASES)
    assert vectors.shape == (len(PHRASES), encoder.dimension)
    assert vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    assert encoder.name == HuggingFaceEncoder(str(tmp_path / "whole")).name


def test_a_folder_without_a_model_is_a_plain_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="is not the folder of a sentence-transformers model"):
        HuggingFaceEncoder(str(tmp_path))


def test_broken_weights_are_a_plain_error(tmp_path: Path) -> None:
    tiny_model(tmp_path / "torch").save(str(tmp_path / "whole"))
    weights = next((tmp_path / "whole").rglob("model.safetensors"))
    weights.write_bytes(weights.read_bytes()[:100])
    with pytest.raises(UsageError, match="cannot be opened"):
        HuggingFaceEncoder(str(tmp_path / "whole"))


def test_the_packaged_model_needs_no_download() -> None:
    encoder = HuggingFaceEncoder("packaged")
    near, also_near, far, phrase = encoder.encode(
        ["inhibits", "is an inhibitor of", "is located in", "blocks the activity of"]
    )
    assert near @ phrase > far @ phrase
    assert also_near @ phrase > far @ phrase
