"""The graph of the page: one node a thing, labels apart, further neighbours, search, list and panel."""

from typing import Any
from urllib.parse import quote

import pytest
from selenium.webdriver.common.keys import Keys

from page_visitor import Page

pytestmark = pytest.mark.integration

OVERLAPS = """
const shown = [...document.querySelectorAll('.node:not(.crowded) > span, .caption:not(.crowded)')]
  .map((each) => [each.textContent, each.getBoundingClientRect()]);
const over = (one, other) => one.left + 1 < other.right && other.left + 1 < one.right
  && one.top + 1 < other.bottom && other.top + 1 < one.bottom;
return shown.flatMap(([name, one], at) => shown.slice(at + 1)
  .filter(([, other]) => over(one, other)).map(([other]) => [name, other]));
"""
SPREAD = """
const box = document.getElementById('drawing').getBoundingClientRect();
const placed = (wanted) => [...document.querySelectorAll(wanted)].map((each) => each.getBoundingClientRect());
const heights = placed('.node').map(({ top }) => top);
const names = placed('.node:not(.crowded) > span');
const out = names.filter(({ left, right }) => left < box.left || right > box.right).length;
return [box.height, Math.max(...heights) - Math.min(...heights), placed('.node.crowded').length, out];
"""
CAPTION = """
return import('/page/labels.js').then(({ Labels }) => {
  const place = document.createElement('div');
  document.body.append(place);
  const labels = new Labels(place, {});
  labels.show([], [{ edge: 'e', kind: '', text: 'decreases the activity or abundance of' }]);
  const caption = place.querySelector('.caption');
  const zero = place.querySelector('.labels').getBoundingClientRect().left;
  return [10, 250, 490, -5].map((x) => {
    labels.place({ at: null, along: () => ({ x, y: 50 }), first: null, width: 500, height: 100 });
    const { left, right } = caption.getBoundingClientRect();
    return caption.classList.contains('crowded') ? null : [Math.round(left - zero), Math.round(right - zero)];
  });
});
"""
LISTING = """
const [answer, number] = arguments;
return import('/page/answer.js').then(({ showAnswer }) => {
  const place = document.createElement('div');
  const citations = Array.from({ length: number }, (_, at) => ({ id: at + 1, text: 'A' }));
  const subgraph = { nodes: [], edges: [] };
  const told = { question: 'q', answer, citations, subgraph, timings: {}, confidence: 1, model: 'local' };
  showAnswer(place, told, { cite: () => {}, titles: new Map(), considered: [] });
  return place.querySelector('.said a')?.getAttribute('href') ?? null;
});
"""
PAINTED = "return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
SMALL = """
const fields = 'select, input:not([type=checkbox])';
const controls = `${fields}, button, summary, label.choice, .quiet, .secondary`;
return [...document.querySelectorAll(controls)]
  .filter((each) => each.checkVisibility() && !each.matches('.as-text, .marker, dialog *, .node'))
  .map((each) => [each.outerHTML.slice(0, 90), each.getBoundingClientRect().height])
  .filter(([, height]) => height < 43.5);
"""


def drawn(page: Page) -> dict[str, Any]:
    """Give the labels of the drawing by the names that a screen reader speaks."""
    page.until(lambda: page.all("#drawing[data-placed] .node"), "a drawing")
    return {str(node.get_attribute("aria-label")): node for node in page.all(".node")}


def test_a_mention_and_what_it_denotes_are_one_node(page: Page) -> None:
    page.ask("What inhibits p62?")
    names = [name.partition(",")[0].lower() for name in drawn(page)]
    assert sorted(names) == ["gartanin", "p62"]
    assert "Gartanin, chemical entity" in drawn(page)  # the kind that most say, the name that the text has
    assert page.text(".caption") == "decreases the expression of"
    page.find(".as-list summary").click()
    assert "Gartanin decreases the expression of p62" in page.find("#graph-list li").text


def test_labels_of_many_neighbours_do_not_overlap(page: Page) -> None:
    for width, height in ((1280, 900), (390, 844)):
        page.size(width, height)
        page.open("#/node/DOID%3A2841")
        labels = drawn(page)
        assert len(labels) == 1 + 8 + 4 + 1
        page.point(".node.more")
        page.until(lambda: len(page.all(".node")) == 1 + 35 + 4 + 0, "all of them")
        page.until(lambda: page.all(".node:not(.crowded)"), "labels")
        assert page.js(OVERLAPS) == []
        hidden = len(page.all(".node.crowded"))
        assert hidden <= (0 if width > 600 else 4), hidden
        page.js("document.getElementById('zoom-out').click(); document.getElementById('zoom-out').click()")
        page.js(PAINTED)
        assert page.js(OVERLAPS) == []


@pytest.mark.parametrize("fragment", ["#/node/DOID%3A2841", "#/question?q=Which%20drugs%20treat%20asthma"])
def test_a_star_fills_the_box_of_a_narrow_screen(page: Page, fragment: str) -> None:
    page.size(320, 844)
    page.open(fragment)
    drawn(page)
    page.js(PAINTED)
    height, spread, crowded, outside = page.js(SPREAD)
    assert spread > height / 2
    assert (crowded, outside) == (0, 0)
    assert page.js(OVERLAPS) == []


def test_the_words_of_a_relation_are_not_cut_off(page: Page) -> None:
    at_the_left, amid, at_the_right, outside = page.js(CAPTION)
    assert (at_the_left[0], at_the_right[1], outside) == (0, 500, None)
    assert amid[0] + amid[1] == 500


def test_neighbours_are_expanded_and_have_an_address(page: Page) -> None:
    page.open("#/node/DOID%3A13189")
    drawn(page)["Pain, phenotypic feature"].send_keys(Keys.ENTER)
    page.until(lambda: page.text("#node-heading") == "Pain", "the chosen node")
    assert "around=HP%3A0012531" in str(page.driver.current_url)
    page.driver.back()
    page.until(lambda: page.text("#node-heading") == "gout", "the node before")


def test_the_search_finds_names_synonyms_and_identifiers(page: Page) -> None:
    page.find("nav a[href='#/graph']").click()
    for words in ("asthm", "bronchial asthma", "DOID:2841", "MESH:D001249"):
        field = page.find("#graph-words")
        field.clear()
        field.send_keys(words)
        page.until(lambda: "asthma" in page.text("#graph-found li"), words)
    page.find("#graph-words").send_keys(Keys.ENTER)
    page.until(lambda: page.text("#node-heading") == "asthma", "the node")
    assert page.text("#graph-found") == ""
    panel = page.find("#node").text
    assert "bronchial asthma" in panel
    assert "… treats asthma small molecule · 35" in panel
    links = page.js("return [...document.querySelectorAll('#node a')].map((each) => each.href)")
    assert "http://purl.obolibrary.org/obo/DOID_2841" in links
    page.find("#graph-words").send_keys("nothing of this name")
    page.until(lambda: "holds nothing of the name" in page.text("#graph-told"), "the refusal")


def test_a_claim_shows_its_sentence_and_its_document(page: Page) -> None:
    page.open(f"#/node/{quote('bioloom:gene.p-62', safe='')}")
    panel = page.until(
        lambda: page.find("#node") if "Where texts speak of it" in page.text("#node") else None, "mentions"
    )
    assert "Gartanin decreases the expression of p62" in panel.text
    assert "Gartanin suppressed the expression of p62" in panel.text
    assert page.find("#node mark").text == "p62"
    page.find("#node blockquote a").click()
    assert "Gartanin suppressed" in page.find("#document [data-chosen]").text


def test_kinds_are_hidden_and_shown_by_a_finger(page: Page) -> None:
    page.size(390, 844)
    page.open("#/node/DOID%3A2841")
    before = len(drawn(page))
    signs = page.find('.kind[data-kind="phenotypic feature"]')
    signs.click()
    page.until(lambda: len(page.all(".node")) == before - 4, "fewer nodes")
    assert page.find('.kind[data-kind="phenotypic feature"]').get_attribute("aria-pressed") == "false"
    page.find("#filters summary").click()
    page.until(lambda: page.all("#document-filter .choice"), "documents")
    assert page.js(SMALL) == []


def test_the_number_of_further_answers_lists_them(page: Page) -> None:
    page.ask("Which drugs treat asthma?")
    listed = len(page.all(".citations li"))
    more = page.find(".said a")
    assert more.text == f"{35 - listed} more"
    more.click()
    page.until(lambda: len(page.all(".citations li")) == 35, "all of them")
    assert len(drawn(page)) == 36
    page.ask("Which signs has asthma?")
    assert "list=" not in str(page.driver.current_url), "the next question is not asked for all"


@pytest.mark.parametrize(
    ("more", "node", "link"),
    [
        ("32", "DOID:2841", "list=all"), ("214", "DOID:2841", "#/node/DOID%3A2841"), ("214", "", "list=all"),
    ],
)  # fmt: skip
def test_more_than_a_question_may_list_is_on_the_page_of_its_node(
    page: Page, more: str, node: str, link: str
) -> None:
    page.ask("Which drugs treat asthma?")
    neighbours = f", and so do the neighbours of {node}" if node else ""
    href = page.js(LISTING, f"A [1] And {more} more; a larger k lists them{neighbours}.", 1)
    assert link in href
    assert page.js(LISTING, "A [1] And 3 more; a larger k lists them.", 50) is None, "no link to itself"


def test_a_text_has_its_own_page(page: Page) -> None:
    page.open(f"#/node/{quote('lab:heat#s2', safe='')}")
    page.until(lambda: "#/document/lab%3Aheat" in str(page.driver.current_url), "the document")
    page.until(lambda: "Heat shock" in page.text("#document"), "its text")


def test_a_citation_without_a_text_leads_to_the_graph_on_a_phone(page: Page) -> None:
    page.size(360, 740)
    page.ask("Which drugs treat gout?")
    page.find("#citation-1 .as-text").click()
    seen = """const { top, bottom } = document.getElementById("drawing").getBoundingClientRect();
      return document.activeElement.id === "drawing" && top < innerHeight && bottom > 0"""
    page.until(lambda: page.js(seen), "the drawing, with the focus")
    assert "gout" in page.text("#node-told")
