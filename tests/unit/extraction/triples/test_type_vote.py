"""One type for a name that recurs in a document."""

import numpy as np
import pytest

from bioloom.extraction.networks.crf import Span
from bioloom.extraction.networks.document_batches import Page
from bioloom.extraction.networks.tokenization import Words, word_spans
from bioloom.extraction.networks.windows import TokenLine
from bioloom.extraction.triples.local.type_vote import vote_types
from bioloom.records import AnnotatedDocument, Document, Place, Sentence

GENE, CHEMICAL, DISEASE = 0, 1, 2


def voted(*said: tuple[str, list[tuple[str, int, float]]]) -> list[int]:
    """Give the kinds of names after the vote, in their order, each named with its kind and probability."""
    text = " ".join(line for line, _ in said)
    document = Document("d", "", text, "abstract", "infores:toy", Place("toy.txt"))
    lines: list[tuple[Sentence, TokenLine]] = []
    spans: dict[int, list[Span]] = {}
    for number, (line, names) in enumerate(said):
        places = word_spans(line)
        starts, ends = (np.array(some, np.int64) for some in zip(*places, strict=True))
        at = np.arange(len(places))
        lines.append(
            (
                Sentence(f"d#s{number}", "d", number, line, 0, len(line)),
                TokenLine(number, Words(starts, ends, at, at, at)),
            )
        )
        spans[number] = []
        for name, kind, sure in names:
            begin = line.index(name)
            first, last = (
                int(np.searchsorted(starts, begin)),
                int(np.searchsorted(ends, begin + len(name))),
            )
            spans[number].append(Span(number, first, last, kind, sure))
    page = Page(AnnotatedDocument(document, ()), tuple(lines), [])
    return [span.kind for some in vote_types(page, spans).values() for span in some]


@pytest.mark.parametrize(
    ("said", "kinds"),
    [
        ([("CF is rare.", [("CF", DISEASE, 0.9)]), ("CF hurts.", [("CF", CHEMICAL, 0.6)])], [DISEASE] * 2),
        (
            [
                ("Niacin helps.", [("Niacin", CHEMICAL, 0.7)]),
                ("Here niacin", [("niacin", CHEMICAL, 0.7)]),
                ("niacin", [("niacin", GENE, 0.9)]),
            ],
            [CHEMICAL] * 3,
        ),
        ([("the ALD gene", [("ALD", GENE, 0.5)]), ("ALD", [("ALD", DISEASE, 0.9)])], [GENE, DISEASE]),
        ([("ER", [("ER", GENE, 0.7)]), ("ER", [("ER", CHEMICAL, 0.7)])], [GENE, CHEMICAL]),
        ([("Cat", [("Cat", GENE, 0.9)]), ("CAT", [("CAT", CHEMICAL, 0.7)])], [GENE, CHEMICAL]),
        (
            [
                ("aromatase (ARO) here", [("aromatase", GENE, 0.9), ("ARO", CHEMICAL, 0.5)]),
                ("ARO", [("ARO", CHEMICAL, 0.3)]),
            ],
            [GENE] * 3,
        ),
        (
            [("aromatase (an ARO) here", [("aromatase", GENE, 0.9), ("ARO", CHEMICAL, 0.5)])],
            [GENE, CHEMICAL],
        ),
    ],
)
def test_the_type_that_most_is_said_of_holds(
    said: list[tuple[str, list[tuple[str, int, float]]]], kinds: list[int]
) -> None:
    assert voted(*said) == kinds
