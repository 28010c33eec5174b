"""Accessibility of the page by axe-core: no serious finding in any state, narrow and wide, light and dark."""

from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from page_visitor import Page

pytestmark = pytest.mark.integration

AXE = (Path(__file__).parents[2] / "data" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
RULES = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
HEAT, GOUT = "How long do I heat shock the cells?", "Which drugs treat gout?"
BOTH = "At what temperature and for how long do I heat shock the cells?"
STATES = {
    "first page": ("#/", ".example"),
    "protocol answer": (f"#/question?q={quote(HEAT)}&citation=1", ".timeline li[data-chosen]"),
    "answer with a node": (f"#/question?q={quote(GOUT)}&node=DOID%3A13189", "#node-heading"),
    "no answer": (f"#/question?q={quote('What is the boiling point of gold?')}", ".abstained"),
    "two parts": (f"#/question?q={quote(BOTH)}", "ol.parts"),
    "no such document": ("#/documents?q=zzz", "#document-count:not(:empty)"),
    "node with 35 neighbours": ("#/node/DOID%3A2841", "#node-heading"),
    "node with sentences": (f"#/node/{quote('bioloom:gene.p-62', safe='')}", "#node mark"),
    "exploration": ("#/graph", "#graph-words"),
    "documents": ("#/documents", "#document-list a"),
    "document": ("#/document/lab%3Aheat", ".document-text .mention"),
    "protocol": ("#/protocol/lab%3Aheat", ".timeline.whole"),
    "history": ("#/history", ".history-list"),
}


def findings(page: Page) -> list[str]:
    """Run axe-core and give its serious and critical findings, each with the element."""
    page.js(AXE)
    found: dict[str, Any] = page.driver.execute_async_script(
        "const [rules, done] = arguments;"
        "const runOnly = { type: 'tag', values: rules };"
        "axe.run(document, { runOnly, resultTypes: ['violations'] }).then(done);",
        list(RULES),
    )
    return [
        f"{rule['impact']} {rule['id']}: {node['html'][:160]} {node['failureSummary'][:200]}"
        for rule in found["violations"]
        if rule["impact"] in {"serious", "critical"}
        for node in rule["nodes"]
    ]


@pytest.mark.parametrize(("width", "theme"), [(390, "dark"), (1280, "light")])
def test_no_serious_finding(page: Page, width: int, theme: str) -> None:
    page.size(width, 844)
    page.prefers(prefers_color_scheme=theme, prefers_reduced_motion="reduce")
    page.ask(HEAT)  # so that there is a history
    faults = []
    for name, (address, sign) in STATES.items():
        page.open(address)
        page.find(sign)
        if name.startswith("first"):
            page.find("#filters summary").click()
        for summary in page.all(".as-list summary"):
            if summary.is_displayed():
                summary.click()
        faults += [f"{name}: {fault}" for fault in findings(page)]
    assert faults == []


def test_no_serious_finding_in_dialogs(page: Page) -> None:
    page.open("#/document/lab%3Aheat")
    page.find(".document-actions .danger").click()
    page.find("#withdrawal li")
    faults = findings(page)
    page.open("#/")
    page.find("#open-upload").click()
    page.find("#upload .drop")
    faults += findings(page)
    page.open("#/")
    page.find("#filters summary").click()
    page.until(lambda: page.find("#federate-choice"), "the offer of other graphs")
    page.find("#federate").click()
    page.find("#question").send_keys("Through which gene does Allopurinol treat gout?\n")
    page.find("#consent h3")
    faults += findings(page)
    assert faults == []


def test_motion_stops_where_the_system_asks_for_it(page: Page) -> None:
    page.ask(GOUT)
    moving = """return [...document.querySelectorAll('*')].filter((each) => {
      const style = getComputedStyle(each);
      return style.animationName !== 'none' || parseFloat(style.transitionDuration) > 0;
    }).map((each) => each.outerHTML.slice(0, 80))"""
    assert page.js(moving) == []
    page.prefers(prefers_reduced_motion="no-preference")
    assert page.js(moving) != []


def test_forced_colours_leave_nothing_unmarked(page: Page) -> None:
    page.prefers(forced_colors="active", prefers_reduced_motion="reduce")
    page.ask(GOUT)
    look = """const [selector, name] = arguments;
      return getComputedStyle(document.querySelector(selector))[name]"""
    assert page.js(look, ".box textarea", "outlineStyle") == "solid"
    assert page.js(look, "#ask .primary", "borderTopStyle") == "solid"
    page.until(lambda: page.all("#legend .sign"), "the legend")
    grounds = page.js(
        "return [...document.querySelectorAll('#legend .sign')].map((each) =>"
        " getComputedStyle(each).backgroundColor)"
    )
    assert len(set(grounds)) == len(grounds) > 1
