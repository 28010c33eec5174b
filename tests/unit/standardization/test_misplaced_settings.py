"""Settings that an extractor put on a participle."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from bioloom.records import AnnotatedDocument
from bioloom.standardization.misplaced_settings import move_settings
from bioloom.standardization.wlp import to_biopie

Annotate = Callable[..., AnnotatedDocument]


@pytest.mark.parametrize(
    ("line", "verb", "extractor", "owner"),
    [
        ("Incubate with antibody diluted in PBS for 1 h", "Incubate", "local:x@1", "Incubate"),
        ("Incubate with antibody diluted in PBS for 1 h", "Incubate", None, "diluted"),
        ("Take the antibody, which was diluted for 1 h", "Take", "local:x@1", "diluted"),
    ],
)
def test_a_time_behind_a_participle_is_that_of_the_step(
    annotate: Annotate, line: str, verb: str, extractor: str | None, owner: str
) -> None:
    mentions = [("T1", "Action", verb), ("T2", "Action", "diluted"), ("T3", "Time", "1 h")]
    made = to_biopie(annotate(["Title", line], mentions, [("T2", "Setting", "T3")]))
    (relation,) = move_settings(replace(made, extractor=extractor)).relations
    assert {mention.id: mention.text for mention in made.mentions}[relation.subject] == owner
