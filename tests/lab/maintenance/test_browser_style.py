"""The Browser style: fresh, complete, readable on light and dark, and won by the most specific label."""

import re

import pytest

from bioloom import resources
from bioloom.biolink import model
from bioloom.graph.browser_palette import read_palette
from bioloom_lab.maintenance.browser_style import contrast, write_style

RULE = re.compile(r"(\S+) \{\n((?:  [a-z-]+: [^;\n]+;\n)+)\}\n")
NATIVE = [
    line.split("\t")[0]
    for line in resources.text("ontology", "biopie/entities.sssom.tsv").splitlines()
    if line.startswith("biopie:")
]


def parsed() -> dict[str, dict[str, str]]:
    """Read the style as Browser does: selector, then properties."""
    rules = {}
    for selector, body in RULE.findall(write_style()):
        pairs = [line.strip().rstrip(";").split(":", 1) for line in body.splitlines()]
        rules[selector] = {name: value.strip() for name, value in pairs}
    return rules


def drawn(labels: tuple[str, ...]) -> dict[str, str]:
    """Apply the rules as Browser does: every rule whose label the node has, later over earlier."""
    props: dict[str, str] = {}
    for selector, rule in parsed().items():
        if selector == "node" or selector.removeprefix("node.") in labels:
            props |= rule
    return props


def test_the_file_is_fresh() -> None:
    assert resources.text("cypher", "browser/bioloom.grass") == write_style(), (
        "run: python -m bioloom_lab.maintenance.browser_style cypher/browser/bioloom.grass"
    )


def test_it_holds_nothing_but_rules() -> None:
    assert RULE.sub("", write_style()).strip() == ""
    assert all(
        value.count(":") == 0 or value.startswith("'")
        for rule in parsed().values()
        for value in rule.values()
    )


def test_every_label_has_a_colour_of_its_own_rule() -> None:
    rules = parsed()
    labels = {label for category in model().categories() for label in model().labels([category])}
    wanted = labels | set(NATIVE) | {"Mention", "Document", "Sentence", "Load", "Migration"}
    assert {f"node.{label}" for label in wanted} <= set(rules)
    assert all({"color", "caption"} <= set(rules[f"node.{label}"]) for label in wanted)


@pytest.mark.parametrize(
    "category", ["Gene", "Protein", "Disease", "SmallMolecule", "Cell", "Device", "Pathway"]
)
def test_the_most_specific_category_wins(category: str) -> None:
    label = f"biolink:{category}"
    assert drawn(model().labels([label]))["color"] == read_palette()[label].color


def test_a_category_without_a_colour_takes_its_family_s() -> None:
    assert drawn(model().labels(["biolink:Food"]))["color"] == read_palette()["biolink:ChemicalMixture"].color


@pytest.mark.parametrize("native", NATIVE)
def test_mentions_take_the_colour_of_their_type(native: str) -> None:
    assert drawn(("Mention", native))["color"] == read_palette()[native].color


def test_colours_are_readable_on_light_and_dark() -> None:
    for look in read_palette().values():
        assert contrast(look.color, "#FFFFFF") >= 3, look
        assert contrast(look.color, "#1E1E1E") >= 3, look
    for selector, rule in parsed().items():
        if selector.startswith("node"):
            assert contrast(rule["color"], rule["text-color-internal"]) >= 4.5, selector
