"""Small annotated documents of the four schemes, written for tests: names in brackets with their types."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from bioloom.records import AnnotatedDocument, Document, Mention, Place, Relation, Sentence

_MARKED = re.compile(r"\[([^|\]]+)\|([^\]]+)\]")

Marked = tuple[str, Sequence[tuple[int, str, int]]]
"""A sentence with marked names, and relations between names by their numbers in the document."""

TRAIN: Mapping[str, Sequence[Sequence[Marked]]] = {
    "biored": [
        [
            ("Incubate [cells|CellLine] with [water|ChemicalEntity] in [tube|GeneOrGeneProduct].", []),
            (
                "The [buffer|ChemicalEntity] wash the [pellet|DiseaseOrPhenotypicFeature] and",
                [(3, "Negative_Correlation", 4)],
            ),
        ],
        [
            (
                "The [water|ChemicalEntity] spin the [pellet|DiseaseOrPhenotypicFeature] in ice.",
                [(0, "Positive_Correlation", 1)],
            ),
            (
                "Mix [tube|GeneOrGeneProduct], [pellet|DiseaseOrPhenotypicFeature].",
                [(2, "Association", 3)],
            ),
        ],
    ],
    "chemprot": [
        [
            ("The [buffer|CHEMICAL] wash the [tube|GENE].", [(0, "DOWNREGULATOR", 1)]),
            ("Add [water|CHEMICAL] to [plate|GENE] and the [tube|GENE-Y].", [(2, "ACTIVATOR", 3)]),
        ],
        [("Place [buffer|CHEMICAL] and the [tube|GENE] for a min.", [])],
    ],
    "ddi": [
        [("Discard [water|drug] with [buffer|drug] overnight.", [(0, "effect", 1)])],
        [("Mix [water|drug] and [buffer|drug] at room temperature.", [])],
    ],
    "git": [
        [("[wash|term] of the [pellet|term] for hours.", [(0, "TREATS", 1)])],
        [("The [pellet|term] in a [plate|term].", [(0, "PROCESS_OF", 1)])],
        [("Spin [ice|term] to [tube|term].", [(1, "INHIBITS", 0)])],
    ],
}


def corpora() -> dict[str, list[AnnotatedDocument]]:
    """Give all documents by their schemes."""
    return {
        scheme: [marked(scheme, f"{scheme}:{number}", sentences) for number, sentences in enumerate(some)]
        for scheme, some in TRAIN.items()
    }


def marked(scheme: str, name: str, sentences: Sequence[Marked]) -> AnnotatedDocument:
    """Read marked sentences as a document, annotated in a scheme."""
    text = ""
    mentions: list[Mention] = []
    placed: list[Sentence] = []
    relations: list[Relation] = []
    place = Place(f"{name}.txt")
    for index, (written, related) in enumerate(sentences):
        start = len(text)
        position = 0
        for found in _MARKED.finditer(written):
            text += written[position : found.start()]
            begin = len(text)
            text += found[1]
            position = found.end()
            id_ = f"{name}#T{len(mentions)}"
            mentions.append(Mention(id_, f"{name}#s{index}", found[1], begin, len(text), found[2]))
        text += written[position:]
        placed.append(Sentence(f"{name}#s{index}", name, index, text[start:], start, len(text)))
        text += " "
        relations += [
            Relation(f"{name}#T{one}", label, f"{name}#T{other}", place) for one, label, other in related
        ]
    document = Document(name, "", text, "abstract", "infores:test", place)
    return AnnotatedDocument(document, tuple(placed), tuple(mentions), tuple(relations), scheme)
