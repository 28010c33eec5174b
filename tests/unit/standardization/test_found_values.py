"""What a program marked as a value is what its unit says; what a person annotated stays."""

import time
from collections.abc import Callable
from dataclasses import replace

import pytest

from bioloom.biolink import model
from bioloom.records import AnnotatedDocument, StandardDocument
from bioloom.standardization import standardize
from bioloom.standardization.found_values import settle_values

Annotate = Callable[..., AnnotatedDocument]


def found(document: AnnotatedDocument, extractor: str | None = "local:x") -> StandardDocument:
    return standardize(replace(document, extractor=extractor, agent_type="text_mining_agent"), model())


def values(document: StandardDocument) -> list[tuple[str, str, str | None]]:
    return [
        (mention.text, mention.native_type, mention.quantity.kind if mention.quantity else None)
        for mention in document.mentions
    ]


@pytest.mark.parametrize(
    ("annotated", "text", "type_", "kind"),
    [
        ("Temperature", "5'", "time", "time"),
        ("Temperature", "10''", "time", "time"),
        ("Time", "30C", "temperature", "temperature"),
        ("Time", "15 V", "energy", "voltage"),
        ("Concentration", "5 million", "number", "number"),
        ("Concentration", "1 µg/well", "concentration", "mass"),
        ("Concentration", "7.5 g/500 ml", "concentration", "mass"),
        ("Concentration", "50 mm", "concentration", "length"),
        ("Concentration", "1 x 10^8 TU/ml", "concentration", "concentration"),
        ("Amount", "0.1 volumes", "volume", "ratio"),
        ("Time", "overnight", "time", "time"),
        ("Temperature", "37", "temperature", "temperature"),
    ],
)
def test_the_unit_decides(annotate: Annotate, annotated: str, text: str, type_: str, kind: str) -> None:
    document = annotate([f"Keep it {text}."], [("T1", annotated, text)])
    assert values(found(document)) == [(text, type_, kind)]


def test_what_a_person_annotated_stays(annotate: Annotate) -> None:
    document = annotate(["Keep at 5 min."], [("T1", "Temperature", "5 min")])
    assert values(found(document, None)) == [("5 min", "temperature", "time")]
    assert values(found(document)) == [("5 min", "time", "time")]


@pytest.mark.parametrize("behind", ["-UTR", " end", " phosphate", "-to-3' direction"])
def test_an_end_of_a_strand_is_no_time(annotate: Annotate, behind: str) -> None:
    document = annotate([f"Label the 5'{behind}."], [("T1", "Time", "5'")])
    assert values(found(document)) == [("5'", "position", None)]


def test_a_rate_is_no_temperature(annotate: Annotate) -> None:
    document = annotate(
        ["Raise it by 0.5 °C per day, at 5 ml per well."],
        [
            ("T1", "Action", "Raise"),
            ("T2", "Temperature", "0.5 °C"),
            ("T3", "Time", "day"),
            ("T4", "Amount", "5 ml"),
        ],
        [("T1", "Setting", "T2"), ("T1", "Setting", "T3")],
    )
    after = found(document)
    assert values(after) == [
        ("Raise", "verb", None),
        ("0.5 °C per day", "speed", "ramp"),
        ("5 ml", "volume", "volume"),
    ]
    assert [(skip.reason, skip.count) for skip in after.skips] == [("MERGED_SPAN", 2)]
    assert [edge.object for edge in after.assertions] == ["t:d#T2"]


def test_derived_relations_of_a_merged_value_are_no_skips(annotate: Annotate) -> None:
    document = annotate(
        ["Raise it by 0.5 °C per day."],
        [("T1", "Action", "Raise"), ("T2", "Temperature", "0.5 °C"), ("T3", "Time", "day")],
        [("T1", "Setting", "T2"), ("T1", "Setting", "T3")],
    )
    derived = replace(document.relations[1], derived=True)
    after = found(replace(document, relations=(document.relations[0], derived)))
    assert [(skip.reason, skip.count) for skip in after.skips] == [("MERGED_SPAN", 1)]


def test_a_long_document_with_many_values_is_settled_quickly(annotate: Annotate) -> None:
    document = annotate(["Keep it 5 min."], [("T1", "Time", "5 min")])
    many = tuple(replace(document.mentions[0], id=f"T{number}") for number in range(20_000))
    begun = time.perf_counter()
    assert len(settle_values(replace(document, mentions=many, extractor="local:x")).mentions) == len(many)
    assert time.perf_counter() - begun < 10
