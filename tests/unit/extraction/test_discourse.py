"""All derived edges of a protocol together."""

from collections.abc import Callable

from bioloom.extraction import derive_beyond_sentences
from bioloom.extraction.discourse import UNRESOLVED
from bioloom.records import AnnotatedDocument

Sketch = Callable[..., AnnotatedDocument]
TEXT = "T\n1. <Spin> it.\n2. <Dry> the {pellet}.\n3. <Repeat> step 1, then <see> water as in step 9."


def test_order_references_and_results_are_added_and_marked(sketch: Sketch) -> None:
    before = sketch(TEXT)
    after = derive_beyond_sentences(before)
    assert after.relations[: len(before.relations)] == before.relations
    added = after.relations[len(before.relations) :]
    assert {(r.subject[2:], r.predicate, r.object[2:]) for r in added} == {
        ("repeat", "based_on", "spin"),
        ("pellet", "based_on", "spin"),
        ("spin", "next_step", "dry"),
        ("dry", "next_step", "repeat"),
        ("repeat", "next_step", "see"),
    }
    assert all(r.derived and r.confidence is not None and 0 < r.confidence < 1 for r in added)
    assert after.mentions == before.mentions


def test_a_reference_without_a_step_is_told_on_the_document(sketch: Sketch) -> None:
    assert derive_beyond_sentences(sketch(TEXT)).document.properties[UNRESOLVED] == (
        "line 4: step 9 (no step 9)",
    )
    assert UNRESOLVED not in derive_beyond_sentences(sketch("T\n<Spin> it.")).document.properties
