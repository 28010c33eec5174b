"""Validate an export by KGX: ``python kgx_validator.py graph_nodes.jsonl graph_edges.jsonl``.

KGX pins other versions than bioloom does, so this runs in an environment of its own (``pip install
kgx==2.6.0``) and imports nothing of bioloom. KGX would fetch the Biolink model; here it takes that of the
package ``biolink-model``.
"""

import json
import sys
from collections import Counter
from pathlib import Path
from unittest.mock import patch

import biolink_model
from bmt.toolkit import Toolkit

_MODEL = Path(biolink_model.__path__[0])


def main(*files: str) -> None:
    """Print how often the validator found what, the values left out."""
    prefixes = json.loads((_MODEL / "prefixmaps/biolink-model-prefix-map.json").read_text(encoding="utf-8"))
    toolkit = Toolkit(str(_MODEL / "schema/biolink_model.yaml"), {"predicate mappings": []})
    with (
        patch("bmt.Toolkit", return_value=toolkit),
        patch("kgx.config.get_jsonld_context", return_value=prefixes),
    ):
        from kgx.transformer import Transformer
        from kgx.validator import Validator

        validator = Validator()
        transformer = Transformer(stream=True)
    source = {"filename": list(files), "format": "jsonl"}
    transformer.transform(source, {"format": "null"}, inspector=validator)
    found: Counter[str] = Counter()
    for level, kinds in validator.get_errors().items():
        for kind, messages in kinds.items():
            found.update(f"{level} {kind}: {_without_values(message)}" for message in messages)
    sys.stdout.write(f"Biolink {validator.get_validation_model_version()}: {found.total():,} findings\n")
    for finding, count in found.most_common():
        sys.stdout.write(f"{count:8,} {finding}\n")


def _without_values(message: str) -> str:
    return " ".join("..." if ":" in word.strip("'") else word for word in message.split())


if __name__ == "__main__":
    main(*sys.argv[1:])
