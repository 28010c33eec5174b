"""Two trained state dictionaries as the folder of a triple model.

``python -m bioloom_lab.training.extraction.triple_export --help`` says how.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from bioloom.embedding.hugging_face import PACKAGED, open_model
from bioloom.embedding.model_files import open_tokenizer
from bioloom.extraction.networks.tokenization import WordReader
from bioloom_lab.training.extraction.corpora import as_triples, read_corpora
from bioloom_lab.training.extraction.export import Trained, export_model, read_state
from bioloom_lab.training.extraction.multi_scheme_batches import samples_of
from bioloom_lab.training.extraction.retrieved_documents import stand_ins
from bioloom_lab.training.extraction.training_loop import marks_of
from bioloom_lab.training.extraction.triple_calibration import calibrate_triples
from bioloom_lab.training.extraction.triple_model import DEV, TRAIN, settings_for, sizes_of
from bioloom_lab.training.onnx.encoder_export import tokenizer_of


def main(arguments: Sequence[str] | None = None) -> None:
    """Export two state dictionaries that were trained on a folder of corpora, calibrate and score them."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--entities", type=Path, required=True)
    parser.add_argument("--relations", type=Path, required=True)
    parser.add_argument("--data", type=Path, required=True, help="the folder of corpora, as for training")
    parser.add_argument("--base", default=PACKAGED)
    parser.add_argument("--bits", type=int, choices=(8, 12), default=8)
    parser.add_argument("--floats", action="store_true", help="compute in float32, not in 8-bit numbers")
    parser.add_argument("-o", "--output", type=Path, required=True)
    given = parser.parse_args(arguments)
    network = open_model(given.base)
    tokenizer = tokenizer_of(network)
    words = WordReader(open_tokenizer(tokenizer, Path(given.base)))
    longest = sizes_of(network)[1]
    triples = as_triples(read_corpora(given.data, TRAIN), words, longest=longest)
    relations = read_state(given.relations)
    settings = settings_for(network, triples, pair_width=relations["out.weight"].shape[1])
    samples = None
    if not given.floats:
        documents = stand_ins(triples, words, settings.document, seed=0)
        marks = marks_of(tokenizer, given.base)
        samples = samples_of(triples, documents, marks, window=settings.window, seed=0)
    trained = Trained(read_state(given.entities), relations, triples.admitted)
    export_model(trained, network, settings, given.output, bits=given.bits, samples=samples)
    held_out = read_corpora(given.data, DEV)
    if held_out:
        scores = calibrate_triples(given.output, as_triples(held_out, words, longest=longest, like=triples))
        sys.stdout.write(json.dumps({name: asdict(each) for name, each in scores.items()}, indent=2) + "\n")


if __name__ == "__main__":
    main()
