"""Writer of ontology/retrieval/common_words.txt: everyday English that names nothing of a laboratory.

Run: python -m bioloom_lab.maintenance.common_words WLP_TRAIN ontology/retrieval/common_words.txt
"""

from __future__ import annotations

import json
import sys
import textwrap
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from bioloom.names import tokens
from bioloom.question_parsing import canonical_word
from bioloom.resources import weights

MOST = 7000
"""Words of the vocabulary, the most frequent ones, that are looked at."""

THINGS = frozenset({"Reagent", "Location", "Device", "Seal", "Mention"})
"""Types of annotations that name things."""

SHARE = 0.3
"""Share of the occurrences of a word that stand in names of things, from which it names one."""

HEAD = """\
# Everyday words of English (docs/retrieval.md): one that a question has and a protocol lacks does not make
# the question a foreign one. The most frequent words of BERT's uncased vocabulary (Apache-2.0) without those
# of which names of things in the training protocols of WLP are made.
# Written by python -m bioloom_lab.maintenance.common_words."""


def common_words(vocabulary: Sequence[str], in_names: Counter[str], in_texts: Counter[str]) -> list[str]:
    """Leave the words out that mostly stand in names; counts are of canonical words.

    >>> common_words(["together", "gold"], Counter(gold=3), Counter(gold=4, together=5))
    ['together']
    """
    canonical = {word: canonical_word(word) for word in vocabulary}
    return sorted(
        word
        for word, form in canonical.items()
        if in_names[form] < 2 or in_names[form] < SHARE * in_texts[form]
    )


def read_vocabulary() -> list[str]:
    """List the most frequent whole words of the shipped encoder's vocabulary."""
    table = json.loads((weights("standardizer") / "tokenizer.json").read_text(encoding="utf-8"))
    words = sorted(table["model"]["vocab"].items(), key=lambda item: item[1])
    return [word for word, _ in words if word.isalpha() and word.isascii() and len(word) > 2][:MOST]


def named_words(annotations: str) -> Iterator[str]:
    """Fold the words of the names of things in one BRAT file."""
    for line in annotations.splitlines():
        if line.startswith("T"):
            _, place, name = line.split("\t", 2)
            if place.split()[0] in THINGS:
                yield from map(canonical_word, tokens(name))


def main(folder: Path, output: Path) -> None:
    """Write the file, made with the annotated protocols of a folder."""
    in_names: Counter[str] = Counter()
    in_texts: Counter[str] = Counter()
    for path in sorted(folder.rglob("*.ann")):
        in_names.update(named_words(path.read_text(encoding="utf-8")))
        in_texts.update(map(canonical_word, tokens(path.with_suffix(".txt").read_text(encoding="utf-8"))))
    words = " ".join(common_words(read_vocabulary(), in_names, in_texts))
    output.write_text("\n".join((HEAD, *textwrap.wrap(words, 110), "")), encoding="utf-8")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:3]))
