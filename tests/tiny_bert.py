"""A two-layer BERT with random weights and a small vocabulary, as a folder that training can start from."""

from importlib import import_module
from pathlib import Path

SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
WORDS = (
    *(
        "add",
        "the",
        "to",
        "of",
        "and",
        "mix",
        "for",
        "in",
        "a",
        "at",
        "with",
        "min",
        "tube",
        "buffer",
        "water",
    ),
    *(
        "cells",
        "ml",
        "incubate",
        "centrifuge",
        "supernatant",
        "pellet",
        "solution",
        "each",
        "discard",
        "wash",
    ),
    *(
        "into",
        "place",
        "spin",
        "sample",
        "room",
        "temperature",
        "hours",
        "ice",
        "overnight",
        "seconds",
        "plate",
    ),
)
SIGNS = (*"0123456789abcdefghijklmnopqrstuvwxyz", *".,;:()/-+%~", "°", "×", "µ", "μ", "α", "β")


def write_tiny_bert(folder: Path, activation: str = "gelu", places: int = 64) -> Path:
    """Write the model (32 dimensions) in sentence-transformers' form; needs torch."""
    names = ("sentence_transformers", "tokenizers", "torch", "transformers")
    sentence_transformers, tokenizers, torch, transformers = map(import_module, names)
    torch.manual_seed(7)
    pieces = (*SPECIAL, *WORDS, *(sign for sign in SIGNS if sign not in WORDS))
    pieces = (*pieces, *(f"##{sign}" for sign in SIGNS if sign.isalnum()))
    words = tokenizers.Tokenizer(
        tokenizers.models.WordPiece({piece: at for at, piece in enumerate(pieces)}, unk_token="[UNK]")
    )
    words.normalizer = tokenizers.normalizers.BertNormalizer()
    words.pre_tokenizer = tokenizers.pre_tokenizers.BertPreTokenizer()
    words.post_processor = tokenizers.processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
    configuration = transformers.BertConfig(
        vocab_size=len(pieces),
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=64,
        max_position_embeddings=places,
        initializer_range=0.2,
        hidden_act=activation,
    )
    plain = folder / "plain"
    transformers.BertModel(configuration).eval().save_pretrained(plain)
    transformers.BertTokenizerFast(tokenizer_object=words, model_max_length=places).save_pretrained(plain)
    sentence_transformers.SentenceTransformer(str(plain), device="cpu").save(str(folder / "model"))
    return folder / "model"
