"""Small annotated protocols: each breaks one rule, and its twin does not."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from bioloom.checking import CheckReport, check_protocol
from bioloom.graph.connection import Endpoint, Graph, connect
from bioloom.pipeline import load
from bioloom.records import LoadOptions
from bioloom.settings import Settings

CheckLines = Callable[..., CheckReport]

_MARKED = re.compile(r"\{(?:(?P<key>\w+)=)?(?P<type>[\w-]+):(?P<text>[^}]+)\}")

SPIN = "{v=Action:Centrifuge} the {o=Reagent:cells} at {f=Speed:500 x g} for {t=Time:5 min}."
SPUN = "v Acts-on o; v Setting f; v Setting t"


@dataclass(frozen=True)
class Twins:
    """A protocol that breaks `rule` and one that does not: lines of marked text, each with its relations."""

    rule: str
    broken: Sequence[tuple[str, str]]
    mended: Sequence[tuple[str, str]]


TWINS = (
    Twins(
        "value_of_other_kind",
        [
            (
                "{v=Action:Incubate} the cells at {p=Temperature:5 ml} for {t=Time:5 min}.",
                "v Setting p; v Setting t",
            )
        ],
        [
            (
                "{v=Action:Incubate} the cells at {p=Temperature:5 °C} for {t=Time:5 min}.",
                "v Setting p; v Setting t",
            )
        ],
    ),
    Twins(
        "value_out_of_range",
        [
            (
                "{v=Action:Incubate} the cells at {p=Temperature:3700 °C} for {t=Time:5 min}.",
                "v Setting p; v Setting t",
            )
        ],
        [
            (
                "{v=Action:Incubate} the cells at {p=Temperature:37 °C} for {t=Time:5 min}.",
                "v Setting p; v Setting t",
            )
        ],
    ),
    Twins(
        "conflicting_values",
        [
            (
                "{v=Action:Incubate} the cells at {p=Temperature:37 °C} for {t=Time:5 min} "
                "at {q=Temperature:42 °C}.",
                "v Setting p; v Setting t; v Setting q",
            )
        ],
        [
            (
                "{v=Action:Incubate} the cells at {p=Temperature:37 °C} or {q=Temperature:42 °C} "
                "for {t=Time:5 min}.",
                "v Setting p; v Setting t; v Setting q",
            )
        ],
    ),
    Twins(
        "equal_values_differ",
        [
            (
                "{v=Action:Add} {a=Amount:250 µl} ({b=Amount:0.5 ml}) of {r=Reagent:buffer}.",
                "v Acts-on r; r Measure a; a Coreference-Link b",
            )
        ],
        [
            (
                "{v=Action:Add} {a=Amount:250 µl} ({b=Amount:0.25 ml}) of {r=Reagent:buffer}.",
                "v Acts-on r; r Measure a; a Coreference-Link b",
            )
        ],
    ),
    Twins(
        "missing_parameter",
        [("{v=Action:Incubate} the cells at {p=Temperature:37 °C}.", "v Setting p")],
        [
            (
                "{v=Action:Incubate} the cells at {p=Temperature:37 °C} {t=Time:overnight}.",
                "v Setting p; v Setting t",
            )
        ],
    ),
    Twins(
        "used_before_made",
        [
            ("{v=Action:Wash} the {r=Reagent:pellet} with {b=Reagent:PBS}.", "v Acts-on r; v Using b"),
            (SPIN, SPUN),
        ],
        [
            (SPIN, SPUN),
            ("{v=Action:Wash} the {r=Reagent:pellet} with {b=Reagent:PBS}.", "v Acts-on r; v Using b"),
        ],
    ),
    Twins(
        "used_after_discarded",
        [
            (SPIN, SPUN),
            ("{v=Action:Discard} the {r=Reagent:supernatant}.", "v Acts-on r"),
            ("{v=Action:Warm} the {r=Reagent:supernatant} gently.", "v Acts-on r"),
        ],
        [
            (SPIN, SPUN),
            ("{v=Action:Discard} the {r=Reagent:supernatant}.", "v Acts-on r"),
            (SPIN, SPUN),
            ("{v=Action:Warm} the {r=Reagent:supernatant} gently.", "v Acts-on r"),
        ],
    ),
    Twins(
        "volume_over_container",
        [
            (
                "{v=Action:Add} {a=Amount:1 ml} of {r=Reagent:water} and {b=Amount:0.8 ml} of "
                "{e=Reagent:ethanol} to a "
                "{s=Size:1.5 ml} {c=Location:tube}.",
                "v Acts-on r; v Acts-on e; v Site c; r Measure a; e Measure b; c Measure s",
            )
        ],
        [
            (
                "{v=Action:Add} {a=Amount:1 ml} of {r=Reagent:water} and {b=Amount:0.4 ml} of "
                "{e=Reagent:ethanol} to a "
                "{s=Size:1.5 ml} {c=Location:tube}.",
                "v Acts-on r; v Acts-on e; v Site c; r Measure a; e Measure b; c Measure s",
            )
        ],
    ),
    Twins(
        "step_that_does_not_exist",
        [(SPIN, SPUN), ("{v=Action:Repeat} step 40.", "")],
        [(SPIN, SPUN), ("{v=Action:Repeat} step 1.", "")],
    ),
    Twins(
        "speed_and_force_disagree",
        [
            (
                "{v=Action:Centrifuge} at {a=Speed:14,000 rpm} ({b=Speed:50 x g}) for {t=Time:5 min}.",
                "v Setting a; v Setting t; a Coreference-Link b",
            )
        ],
        [
            (
                "{v=Action:Centrifuge} at {a=Speed:14,000 rpm} ({b=Speed:16,000 x g}) for {t=Time:5 min}.",
                "v Setting a; v Setting t; a Coreference-Link b",
            )
        ],
    ),
    Twins(
        "speed_without_force",
        [("{v=Action:Centrifuge} at {a=Speed:14,000 rpm} for {t=Time:5 min}.", "v Setting a; v Setting t")],
        [("{v=Action:Centrifuge} at {a=Speed:14,000 x g} for {t=Time:5 min}.", "v Setting a; v Setting t")],
    ),
    Twins(
        "repeated_step_differs",
        [
            (
                "{v=Action:Add} {a=Amount:250 µl} of {r=Reagent:washing buffer} to the column.",
                "v Acts-on r; r Measure a",
            ),
            (SPIN, SPUN),
            (
                "{v=Action:Add} {a=Amount:500 µl} of {r=Reagent:washing buffer} to the column.",
                "v Acts-on r; r Measure a",
            ),
        ],
        [
            (
                "{v=Action:Add} {a=Amount:250 µl} of {r=Reagent:washing buffer} to the column.",
                "v Acts-on r; r Measure a",
            ),
            (SPIN, SPUN),
            (
                "{v=Action:Add} {a=Amount:250 µl} of {r=Reagent:washing buffer} to the column.",
                "v Acts-on r; r Measure a",
            ),
        ],
    ),
)


def write_brat(folder: Path, name: str, lines: Sequence[tuple[str, str]]) -> None:
    """Write marked lines as a text and its annotation in the scheme of WLP, below a title of their own."""
    text = f"Protocol {name}\n"
    spans: list[str] = []
    links: list[str] = []
    for marked, relations in lines:
        ends: dict[str, str] = {}
        at = 0
        for found in _MARKED.finditer(marked):
            text += marked[at : found.start()]
            span = f"T{len(spans) + 1}"
            spans.append(
                f"{span}\t{found['type']} {len(text)} {len(text) + len(found['text'])}\t{found['text']}"
            )
            text += found["text"]
            at = found.end()
            if found["key"]:
                ends[found["key"]] = span
        text += marked[at:] + "\n"
        for relation in filter(None, relations.split("; ")):
            head, kind, tail = relation.split()
            links.append(f"R{len(links) + 1}\t{kind} Arg1:{ends[head]} Arg2:{ends[tail]}\t")
    (folder / f"{name}.txt").write_text(text, encoding="utf-8")
    (folder / f"{name}.ann").write_text("\n".join([*spans, *links]) + "\n", encoding="utf-8")


@pytest.fixture(scope="package")
def _twins(server: Endpoint, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Graph]:
    folder = tmp_path_factory.mktemp("twins")
    for twins in TWINS:
        write_brat(folder, f"{twins.rule}-broken", twins.broken)
        write_brat(folder, f"{twins.rule}-mended", twins.mended)
    settings = Settings(home=tmp_path_factory.mktemp("twins-home"))
    with connect(server) as opened:
        with opened.session() as session:
            session.run(
                "MATCH (n) WHERE NOT n:Migration CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 5000 ROWS"
            ).consume()
        report = load(folder, opened, settings, options=LoadOptions(corpus="twins"), ground=False)
        assert not report.counts.rejected
        yield opened
    shutil.rmtree(folder)


@pytest.fixture
def check_lines(checked: Graph, tmp_path: Path) -> Iterator[CheckLines]:
    """Load lines of marked text as a protocol of their own, for one test, and check it."""

    def check(*lines: tuple[str, str]) -> CheckReport:
        folder = tmp_path / "lines"
        folder.mkdir()
        write_brat(folder, "these", lines)
        settings = Settings(home=tmp_path / "home")
        load(folder, checked, settings, options=LoadOptions(corpus="lines"), ground=False)
        return check_protocol(checked, "lines:these")

    yield check
    with checked.session() as session:
        session.run(
            "MATCH (n) WHERE n.id STARTS WITH 'lines:' OR n.document_id = 'lines:these' DETACH DELETE n"
        ).consume()


@pytest.fixture
def checked(_twins: Graph) -> Graph:
    """Open the graph that holds the broken protocols and their twins."""
    return _twins
