"""A causal model of a few thousand random weights with a byte-level tokenizer, as a folder to be opened."""

from importlib import import_module
from pathlib import Path


def write_tiny_causal(folder: Path, kind: str = "llama", longest: int = 512) -> Path:
    """Write a Llama or GPT-2 of two layers and 16 dimensions; needs torch."""
    tokenizers, torch, transformers = map(import_module, ("tokenizers", "torch", "transformers"))
    torch.manual_seed(11)
    alphabet = sorted(tokenizers.pre_tokenizers.ByteLevel.alphabet())
    pieces = {piece: at for at, piece in enumerate(("<pad>", "<s>", "</s>", *alphabet))}
    merges = []
    for one, other in (("a", "n"), ("Ġ", "T"), ("t", "h"), ("e", "r")):
        pieces[one + other] = len(pieces)
        merges.append((one, other))
    words = tokenizers.Tokenizer(tokenizers.models.BPE(pieces, merges))
    words.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    words.decoder = tokenizers.decoders.ByteLevel()
    words.post_processor = tokenizers.processors.TemplateProcessing(
        single="<s> $A", special_tokens=[("<s>", 1)]
    )
    tokenizer = transformers.PreTrainedTokenizerFast(
        tokenizer_object=words, bos_token="<s>", eos_token="</s>", pad_token="<pad>"
    )
    marks = {"bos_token_id": 1, "eos_token_id": 2, "pad_token_id": 0}
    if kind == "llama":
        configuration = transformers.LlamaConfig(
            vocab_size=len(pieces),
            hidden_size=16,
            intermediate_size=24,
            num_hidden_layers=2,
            num_attention_heads=2,
            num_key_value_heads=1,
            max_position_embeddings=longest,
            initializer_range=0.3,
            **marks,
        )
        model = transformers.LlamaForCausalLM(configuration)
    else:
        configuration = transformers.GPT2Config(
            vocab_size=len(pieces),
            n_embd=16,
            n_layer=2,
            n_head=2,
            n_positions=longest,
            initializer_range=0.3,
            **marks,
        )
        model = transformers.GPT2LMHeadModel(configuration)
    model.eval().save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder
