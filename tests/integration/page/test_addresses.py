"""Addresses of the page: Back and Forward, links that are opened cold, the history of this browser."""

from urllib.parse import parse_qs, quote

import pytest

from page_visitor import Page

pytestmark = pytest.mark.integration

HEAT = "How long do I heat shock the cells?"
GOUT = "Which drugs treat gout?"


def fragment(page: Page) -> str:
    """Give the part of the address behind the `#`."""
    return str(page.js("return location.hash.slice(1)"))


def test_back_and_forward_lead_through_questions_and_nodes(page: Page) -> None:
    page.ask(HEAT)
    page.ask(GOUT)
    page.point('.node[aria-label^="gout"]')
    page.until(lambda: "has the phenotype Pain" in page.text("#node"), "its claims")
    assert parse_qs(fragment(page).partition("?")[2]) == {"q": [GOUT], "node": ["DOID:13189"]}
    page.driver.back()
    page.until(lambda: page.text("#node") == "", "the evidence without a node")
    page.driver.back()
    page.until(lambda: page.text("#answer-heading") == HEAT, "the first answer")
    assert page.find("#question").get_attribute("value") == HEAT
    page.driver.back()
    page.until(lambda: page.all("body.at-rest"), "the first page")
    assert not page.find("main").find_elements("css selector", "#results:not([data-off])")
    for heading in (HEAT, GOUT):
        page.driver.forward()
        page.until(lambda wanted=heading: page.text("#answer-heading") == wanted, heading)  # type: ignore[misc]
    page.driver.forward()
    page.until(lambda: "has the phenotype Pain" in page.text("#node"), "the node again")
    assert page.driver.title == f"{GOUT} · bioloom"


def test_enter_counts_before_the_page_is_ready(page: Page) -> None:
    slow = {"offline": False, "latency": 1500, "downloadThroughput": -1, "uploadThroughput": -1}
    page.driver.execute_cdp_cmd("Network.enable", {})
    page.driver.execute_cdp_cmd("Network.emulateNetworkConditions", slow)
    page.open()
    page.find("#question").send_keys(HEAT + "\n")  # the palette is still on its way
    page.driver.execute_cdp_cmd("Network.emulateNetworkConditions", slow | {"latency": 0})
    page.until(lambda: page.text("#answer-heading") == HEAT, "the answer")


def test_a_link_to_a_question_opens_cold_with_its_filters_and_its_citation(page: Page) -> None:
    page.open(f"#/question?q={quote(HEAT)}&document=lab%3Aheat&k=20&llm=no&citation=1")
    page.until(lambda: page.all(".timeline li[data-chosen]"), "the cited step")
    assert page.find("#citation-1[data-chosen]")
    assert "no language model" in page.text("#filter-summary")
    assert "Transformation of competent cells" in page.text("#filter-summary")
    assert page.js("return document.getElementById('most-evidence').value") == "20"


def test_a_link_to_a_node_or_a_document_opens_cold(page: Page) -> None:
    page.open("#/node/DOID%3A13189")
    page.until(lambda: "has the phenotype Pain" in page.text("#node"), "its neighbours")
    assert page.driver.title == "gout · bioloom"
    page.open("#/protocol/lab%3Aheat?sentence=lab%3Aheat%23s2")
    assert "Heat shock" in page.find(".timeline li[data-chosen]").text
    page.until(lambda: page.driver.title == "Transformation of competent cells · bioloom", "its title")
    page.expected.append("404")
    page.open("#/node/DOID%3A0")
    assert "no node of this id" in page.find("#trouble").text


@pytest.mark.parametrize("address", ["#/nowhere", "#/%", "#/question", "#/question?q=%20", "#"])
def test_an_address_that_says_nothing_gives_the_first_page(page: Page, address: str) -> None:
    page.open(address)
    assert page.find("#invitation")
    page.until(lambda: page.all(".example"), "examples")
    assert ("nothing at this address" in page.text("#trouble")) is (address in {"#/nowhere", "#/%"})


def test_the_title_is_that_of_what_is_shown(page: Page) -> None:
    page.expected.append("404")
    page.open("#/protocol/lab%3Aheat")
    page.until(lambda: page.driver.title == "Transformation of competent cells · bioloom", "its title")
    page.js("location.hash = '#/document/nothing'")
    page.find("#trouble")
    assert page.driver.title == "bioloom"


def test_cleared_filters_leave_nothing_narrowed(page: Page) -> None:
    page.open(f"#/question?q={quote(HEAT)}&document=lab%3Aevil")
    page.until(lambda: page.all(".abstained"), "no answer in that document")
    page.find("#filters summary").click()
    page.find("#filters button[type=reset]").click()
    page.until(lambda: page.text(".said .value") == "45 sec", "an answer out of all that is loaded")
    assert parse_qs(fragment(page).partition("?")[2]) == {"q": [HEAT]}


def test_a_question_that_is_asked_before_the_scripts_are_here_is_not_sent_in_the_address(page: Page) -> None:
    early = """new MutationObserver((_, watch) => {
      const button = document.querySelector("#ask [type=submit]");
      if (!button) return;
      watch.disconnect();
      document.getElementById("question").value = "%s";
      button.click();
    }).observe(document, { childList: true, subtree: true })"""
    page.driver.get("about:blank")
    page.requests()
    made = page.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": early % HEAT})
    page.driver.get(f"{page.origin}/#token={page.token}")
    page.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", made)
    page.until(lambda: page.text(".said .value") == "45 sec", "the answer")
    assert [address for address in page.requests() if "?question" in address] == []


def test_a_hostile_address_is_text_and_takes_no_token(page: Page) -> None:
    page.expected.append("404")
    page.open(f"#/node/{quote('<img src=x onerror=window.hacked=5>', safe='')}?token=stolen")
    page.find("#trouble")
    page.open("#/document/x&token=stolen")
    page.until(lambda: "no document of this id" in page.text("#trouble"), "the refusal")
    assert page.js("return sessionStorage.getItem('bioloom-token')") == page.token


def test_questions_are_remembered_here_and_can_be_cleared(page: Page) -> None:
    page.ask(HEAT)
    page.ask(GOUT)
    page.ask(HEAT)
    page.open("#/history")
    found = page.until(lambda: page.all(".history-list a"), "the history")
    assert [link.text.split("\n")[0] for link in found] == [HEAT, GOUT]
    found[1].click()
    page.until(lambda: page.text("#answer-heading") == GOUT, "the answer")
    page.driver.back()
    page.find("#clear-history").click()
    assert "None yet." in page.text("#history")
    page.open("#/history")
    page.until(lambda: "None yet." in page.text("#history"), "an empty history")


def test_damaged_history_is_no_history(page: Page) -> None:
    page.js("localStorage.setItem('bioloom-questions', '{\"question\": 1}')")
    page.open("#/history")
    page.until(lambda: "None yet." in page.text("#history"), "an empty history")
