"""How well protocols are read: mentions and relations found against those that people annotated."""

from bioloom_lab.evaluation.protocol_ie.conventions import Convention, convention
from bioloom_lab.evaluation.protocol_ie.counts import Counts, Tally
from bioloom_lab.evaluation.protocol_ie.errors import Error, list_errors, write_errors
from bioloom_lab.evaluation.protocol_ie.gold import GoldCheck, check_gold
from bioloom_lab.evaluation.protocol_ie.intervals import Difference, Score, compare, score
from bioloom_lab.evaluation.protocol_ie.measures import measure, measure_relating
from bioloom_lab.evaluation.protocol_ie.overlap import families, shares_with
from bioloom_lab.evaluation.protocol_ie.published import Published, published
from bioloom_lab.evaluation.protocol_ie.suite import (
    Readings,
    Report,
    evaluate_protocol_ie,
    read_annotated,
    read_predicted,
    run_extractor,
)

__all__ = [
    "Convention",
    "Counts",
    "Difference",
    "Error",
    "GoldCheck",
    "Published",
    "Readings",
    "Report",
    "Score",
    "Tally",
    "check_gold",
    "compare",
    "convention",
    "evaluate_protocol_ie",
    "families",
    "list_errors",
    "measure",
    "measure_relating",
    "published",
    "read_annotated",
    "read_predicted",
    "run_extractor",
    "score",
    "shares_with",
    "write_errors",
]
