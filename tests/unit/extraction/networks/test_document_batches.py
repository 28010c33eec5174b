"""Spans of lines as mentions of their documents."""

import numpy as np
import pytest

from bioloom.extraction.networks.crf import Span
from bioloom.extraction.networks.document_batches import Page, mentioned
from bioloom.extraction.networks.model_settings import Calibration
from bioloom.extraction.networks.tokenization import Words
from bioloom.extraction.networks.windows import TokenLine
from bioloom.records import AnnotatedDocument, Document, Place, Sentence

TEXT = "Erlotinib in non-small cell cancer."


@pytest.mark.parametrize(
    ("spans", "names"),
    [
        ([(0, 0), (4, 6)], ["Erlotinib", "non-small cell cancer"]),
        ([(2, 3), (4, 6)], ["non-", "small cell cancer"]),
    ],
)
def test_a_name_behind_non_begins_with_it(spans: list[tuple[int, int]], names: list[str]) -> None:
    """It would name another disease; mentions do not overlap."""
    starts = [0, 10, 13, 16, 17, 23, 28, 34]
    ends = [9, 12, 16, 17, 22, 27, 34, 35]
    none = np.zeros(len(starts), dtype=np.int64)
    words = Words(np.array(starts), np.array(ends), np.arange(len(starts)), none, none)
    sentence = Sentence("x:1#s0", "x:1", 0, TEXT, 0, len(TEXT))
    document = AnnotatedDocument(
        Document("x:1", "", TEXT, "abstract", "infores:x", Place("x", 1)), (sentence,)
    )
    page = Page(document, ((sentence, TokenLine(0, words)),), [])
    found = mentioned(page, {0: [Span(0, *each, 0, 0.9) for each in spans]}, ["name"], Calibration())
    assert [mention.text for mention in found[0]] == names
