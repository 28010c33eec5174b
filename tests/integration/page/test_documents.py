"""Documents in a real browser: found, opened, checked, uploaded, withdrawn; answers taken away; keyboard."""

import json
import re
from pathlib import Path

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from page_graph import MARKUP
from page_visitor import Page
from trapi_endpoint import Endpoint as Other

pytestmark = pytest.mark.integration

HEAT = "How long do I heat shock the cells?"
GENE = "Through which gene does Allopurinol treat gout?"
WIDE = "return document.documentElement.scrollWidth - document.documentElement.clientWidth"
TARGETS = ".top nav a, .top nav button, .document-actions *, .tabs a, #document-find > :not(label), .chip"
SMALL = """return [...document.querySelectorAll(arguments[0])]
  .filter((each) => each.checkVisibility() && each.getBoundingClientRect().height < 43.9)
  .map((each) => each.outerHTML)"""
ACTIVE = "return document.activeElement.matches(arguments[0])"


def press(page: Page, *keys: str) -> None:
    """Press keys, one after the other, wherever the focus is."""
    for key in keys:
        ActionChains(page.driver).send_keys(key).perform()


def tab_to(page: Page, selector: str, *, back: bool = False, most: int = 120) -> None:
    """Press Tab until an element has the focus."""
    for _ in range(most):
        if page.js(ACTIVE, selector):
            return
        chain = ActionChains(page.driver)
        if back:
            chain.key_down(Keys.SHIFT).send_keys(Keys.TAB).key_up(Keys.SHIFT).perform()
        else:
            chain.send_keys(Keys.TAB).perform()
    raise AssertionError(f"{selector} cannot be reached with Tab")


def upload(page: Page, path: Path) -> str:
    """Upload a file from the dialog; gives the id of its document."""
    page.find("#open-upload").click()
    page.driver.find_element("id", "upload-file").send_keys(str(path))
    item = "#upload li[data-status=done] a[href*='/document/']"
    page.until(lambda: path.name in page.text("#upload [data-status=done]") and page.all(item), path.name)
    address = str(page.find(item).get_attribute("href"))
    press(page, Keys.ESCAPE)
    return address.partition("#/document/")[2]


def downloads(page: Page, folder: Path) -> None:
    page.driver.execute_cdp_cmd(
        "Page.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(folder)}
    )


def test_documents_are_found_and_have_addresses(page: Page) -> None:
    page.open("#/documents")
    page.until(lambda: len(page.all("#document-list li")) >= 2, "the documents")
    page.find("#document-q").send_keys("COMPETENT cells\n")
    page.until(lambda: "1 to 1 of 1 document" in page.text("#document-count"), "one document")
    assert "q=COMPETENT+cells" in page.driver.current_url
    page.find("#document-list a").click()
    assert page.find("#document-heading").text == "Transformation of competent cells"
    page.driver.back()
    page.until(lambda: page.find("#document-q").get_attribute("value") == "COMPETENT cells", "the search")
    page.open("#/documents?q=no+such+title")
    page.until(lambda: "No document has these words" in page.text("#document-count"), "nothing")


def test_a_protocol_is_a_timeline_with_its_checks(page: Page) -> None:
    page.open("#/protocol/lab%3Aheat")
    steps = page.until(lambda: page.all(".timeline.whole > li.step"), "steps")
    assert len(steps) == 7
    assert "add up to 1 h" in page.find(".total").text
    place = next(step for step in steps if "Place the tube" in step.text)
    assert place.find_elements("css selector", ".chip.verb")
    assert "of 13 checks" in page.text(".checked")
    assert page.find(".timeline .clock").text.startswith("stated time so far")
    values = [chip.text for chip in page.all(".timeline li:nth-child(3) .chip.value")]
    assert values == ["45 sec", "42 °C"]
    chip = page.find(".timeline li:nth-child(3) .chip.time")
    page.js("arguments[0].focus()", chip)
    assert [each.text for each in page.all(".mention.lit")] == ["45 sec"]
    page.open("#/document/lab%3Aheat")
    page.until(lambda: page.all(".document-text .mention"), "marked text")
    assert "7 sentences" in page.text(".facts")
    before = len(page.all(".mention:not(.unmarked)"))
    page.find(".kinds input").click()
    assert len(page.all(".mention:not(.unmarked)")) < before


def test_hostile_documents_are_text_in_every_view(page: Page) -> None:
    for address in ("#/documents?q=rinsing", "#/document/lab%3Aevil", "#/protocol/lab%3Aevil"):
        page.open(address)
        page.until(lambda: MARKUP in page.text("main"), address)
        assert page.all("main img, main script, main iframe") == []
    page.find("#open-upload")
    page.find(".document-actions .danger").click()
    page.until(lambda: page.all("#withdrawal li"), "what would go")
    assert MARKUP in page.find("#withdrawal strong").text
    press(page, Keys.ESCAPE)
    page.open("#/document/lab%3Aevil")
    assert page.find("#document-heading")


def test_an_upload_says_what_was_found_and_what_was_not(page: Page, tmp_path: Path) -> None:
    page.expected.append("415")
    good, odd, broken = tmp_path / "gel.txt", tmp_path / "odd.json", tmp_path / "broken.pdf"
    good.write_text("Gel run\n\nRun the gel for 40 min at 100 V.\n", encoding="utf-8")
    odd.write_text('{"a": 1}', encoding="utf-8")
    broken.write_bytes(b"%PDF-1.7 and then nothing")
    page.find("#open-upload").click()
    page.driver.find_element("id", "upload-file").send_keys(f"{good}\n{odd}\n{broken}")
    page.until(lambda: "gel.txt" in page.text("#upload li.done"), "the good one")
    page.until(lambda: "bad pdf" in page.text("#upload .rejects"), "the reject with its reason")
    assert "no document in any known format" in page.text("#upload li[data-status=refused]")
    assert "Found: 1 document, 2 sentences" in page.text("#upload li.done .found")
    page.until(lambda: "gel.txt is in the graph now" in page.text("#upload-said"), "it is told")


def test_files_can_be_dropped_anywhere(page: Page) -> None:
    page.open("#/documents")
    page.find("#document-list")
    page.js(
        "const carried = new DataTransfer();"
        "carried.items.add(new File(['Dropped\\n\\nChill the rotor for 15 min.\\n'], 'dropped.txt'));"
        "for (const name of ['dragenter', 'dragover', 'drop']) document.body.dispatchEvent("
        "  new DragEvent(name, {bubbles: true, cancelable: true, dataTransfer: carried}))"
    )
    page.until(lambda: "dropped.txt" in page.text("#upload li.done"), "the dropped file")
    press(page, Keys.ESCAPE)
    page.until(lambda: "Dropped" in page.text("#document-list"), "it is in the list")


def test_nothing_leaves_without_a_yes(page: Page, outside: Other) -> None:
    other = outside
    page.find("#filters summary").click()
    page.until(lambda: page.find("#federate-choice"), "the offer")
    page.find("#federate").click()
    page.find("#question").send_keys(GENE + "\n")
    page.find("#consent h3")
    told = page.text("#consent")
    assert "DRUGBANK:DB00437" in told
    assert "DOID:13189" in told
    assert other.url in told
    assert GENE not in told
    assert other.requests == []
    press(page, Keys.ENTER)  # the focus is on "Ask only here"
    page.until(lambda: page.text(".abstained .verdict, .said"), "an answer from here")
    assert other.requests == []
    page.find("#question").send_keys(Keys.END + " ")
    page.find("#ask .primary").click()
    page.find("#consent .primary").click()
    page.until(lambda: len(other.requests) == 2, "two queries")
    sent = json.dumps(other.requests)
    assert "Allopurinol" not in sent
    assert "gout" not in sent
    page.until(lambda: page.text(".abstained .verdict, .said"), "an answer")


def test_an_answer_is_taken_away_with_its_citations(page: Page, tmp_path: Path) -> None:
    downloads(page, tmp_path)
    page.ask(HEAT)
    for button in page.all(".export button")[1:]:
        button.click()
    stem = tmp_path / "bioloom-how-long-do-i-heat-shock-the-cells"
    markdown, data = stem.with_suffix(".md"), stem.with_suffix(".json")
    page.until(lambda: markdown.exists() and data.exists(), "both files")
    text = markdown.read_text(encoding="utf-8")
    assert text.startswith(f"# {HEAT}\n")
    assert "- \\[1\\] “Heat shock the cells for 45 sec at 42 °C.”" in text
    assert "Transformation of competent cells · lab:heat, sentence 3" in text
    answer = json.loads(data.read_text(encoding="utf-8"))
    assert answer["citations"][0]["document_title"] == "Transformation of competent cells"
    page.ask("At what temperature and for how long do I heat shock the cells?")
    page.all(".export button")[1].click()
    both = tmp_path / "bioloom-at-what-temperature-and-for-how-long-do-i-heat-shock-the-cel.md"
    page.until(both.exists, "the file")
    assert len(re.findall(r"^- .+\\\n  .+ \(confidence \d+ %\)$", both.read_text("utf-8"), re.M)) == 2
    page.ask("Which drugs treat gout?")
    page.all(".export button")[1].click()
    gout = tmp_path / "bioloom-which-drugs-treat-gout.md"
    page.until(gout.exists, "the file")
    assert "evidence against" in gout.read_text(encoding="utf-8")
    assert "<img" not in gout.read_text(encoding="utf-8").replace("\\<img", "")
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    shown = {name: page.js("return document.querySelector(arguments[0]).checkVisibility()", name)
             for name in (".top", ".asking", ".export", ".graph", ".said", ".citations")}  # fmt: skip
    paper = page.js("""const style = (name, part) => getComputedStyle(document.querySelector(name), part);
      return [style(".citations .as-text", "::after").content, style(".said .marker", "::before").content]""")
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    assert paper == [f'"{page.find(".citations .as-text").get_attribute("title")}"', '"["']
    assert [name for name, seen in shown.items() if seen] == [".said", ".citations"]


def test_a_phone_shows_documents_without_scrolling_sideways(page: Page) -> None:
    page.size(360, 740)
    for address in ("#/documents", "#/document/lab%3Aheat", "#/protocol/lab%3Aheat"):
        page.open(address)
        page.until(lambda: page.all("#document-list li, .mention"), address)
        assert page.js(WIDE) == 0
        assert page.js(SMALL, TARGETS) == []
    page.find(".document-actions .danger").click()
    page.until(lambda: page.all("#withdrawal li"), "what would go")
    assert page.js(WIDE) == 0


def test_ten_tasks_by_keyboard_alone(page: Page, tmp_path: Path) -> None:
    downloads(page, tmp_path)
    mine = tmp_path / "keys.txt"
    mine.write_text("Keyboard protocol\n\nShake the flask for 33 min at 30 °C.\n", encoding="utf-8")
    page.find("#examples, #holdings")
    # 1 go to the documents
    tab_to(page, 'nav a[href="#/documents"]')
    press(page, Keys.ENTER)
    page.until(lambda: page.all("#document-list li"), "the documents")
    # 2 find one
    tab_to(page, "#document-q")
    press(page, "competent", Keys.ENTER)
    page.until(lambda: "1 to 1 of 1" in page.text("#document-count"), "one document")
    # 3 open it
    tab_to(page, "#document-list a")
    press(page, Keys.ENTER)
    page.until(lambda: page.all(".timeline.whole"), "its steps")
    # 4 read where a value of a step stands
    tab_to(page, ".timeline .chip.temperature", most=200)
    assert [each.text for each in page.all(".mention.lit")] == ["42 °C"]
    # 5 change to its text and take a kind of mark off
    tab_to(page, '.tabs a[href*="/document/"]', back=True, most=200)
    press(page, Keys.ENTER)
    page.until(lambda: page.all(".document-text"), "its text")
    tab_to(page, ".kinds input")
    press(page, Keys.SPACE)
    assert page.all(".mention.unmarked")
    # 6 ask about this document alone
    tab_to(page, ".document-actions .ask-about", back=True)
    press(page, Keys.ENTER)
    page.until(lambda: page.js(ACTIVE, "#question"), "the question box")
    press(page, HEAT, Keys.ENTER)
    page.until(lambda: page.text(".said .value") == "45 sec", "the answer")
    assert "document=lab%3Aheat" in page.driver.current_url
    # 7 read and follow a citation
    tab_to(page, "button.marker")
    assert page.find(".tip").text == "Heat shock the cells for 45 sec at 42 °C."
    press(page, Keys.ESCAPE)
    assert not page.js("return document.querySelector('.tip').checkVisibility()")
    press(page, Keys.ENTER)
    page.until(lambda: page.all(".timeline li[data-chosen]"), "the cited step")
    # 8 save the answer
    tab_to(page, ".export button:nth-of-type(2)", back=True)
    press(page, Keys.ENTER)
    page.until(lambda: list(tmp_path.glob("bioloom-*.md")), "the file")
    # 9 add a document; the focus stays in the dialog and comes back
    tab_to(page, "#open-upload", back=True)
    press(page, Keys.ENTER)
    page.find("#upload .drop")
    for _ in range(12):
        press(page, Keys.TAB)
        assert page.js(
            "return document.activeElement === document.body || !!document.activeElement.closest('#upload')"
        )
    page.driver.find_element("id", "upload-file").send_keys(str(mine))  # the system's own chooser is not ours
    page.until(lambda: "keys.txt" in page.text("#upload [data-status=done]"), "the upload")
    tab_to(page, "#upload li:first-child a[href*='/document/']")
    press(page, Keys.ENTER)
    page.until(lambda: page.text("#document-heading") == "Keyboard protocol", "the new document")
    # 10 withdraw it, after a look at what would go
    tab_to(page, ".document-actions .danger")
    press(page, Keys.ENTER)
    page.until(lambda: "1 document" in page.text("#withdrawal li"), "what would go")
    assert page.js("return document.activeElement.textContent") == "Keep it"
    press(page, Keys.ESCAPE)
    page.until(lambda: page.js(ACTIVE, ".document-actions .danger"), "the focus where it was")
    press(page, Keys.ENTER)
    page.until(lambda: "1 document" in page.text("#withdrawal li"), "what would go, again")
    tab_to(page, "#withdrawal .primary")
    press(page, Keys.ENTER)
    page.until(lambda: "Keyboard protocol was withdrawn" in page.text("#upload-said"), "it is told")
    assert "Keyboard protocol" not in page.text("#document-list")


def test_an_upload_is_read_again(page: Page, tmp_path: Path) -> None:
    path = tmp_path / "again.txt"
    path.write_text("Again and again\n\nBoil the water for 7 min.\n", encoding="utf-8")
    document = upload(page, path)
    page.open(f"#/document/{document}")
    page.find(".document-actions button:nth-of-type(2)").click()
    page.until(lambda: "read again" in page.text("#upload [data-status=done]"), "it was read again")


def test_what_was_withdrawn_is_answered_no_more(page: Page, tmp_path: Path) -> None:
    path = tmp_path / "blade.txt"
    path.write_text("Blade care\n\nPolish the microtome blade for 17 min.\n", encoding="utf-8")
    question = "How long do I polish the microtome blade?"
    document = upload(page, path)
    assert "17 min" in page.ask(question)
    page.js("location.hash = arguments[0]", f"#/document/{document}")
    page.find(".document-actions .danger").click()
    page.until(lambda: page.all("#withdrawal .primary:not([disabled])"), "what would go")
    page.find("#withdrawal .primary").click()
    page.until(lambda: page.text("#upload-said").count("was withdrawn"), "it is gone")
    page.js("location.hash = '#/history'")
    page.until(lambda: page.all(".history-list a"), "the history")[0].click()
    page.until(lambda: page.all(".abstained"), "a refusal")
    assert "17 min" not in page.find("#results").text
    page.driver.back()
    page.driver.back()
    page.driver.back()
    page.expected.append("404")
    page.until(lambda: "may have been withdrawn" in page.text("#trouble"), "no such document")
    page.driver.back()
    page.until(lambda: page.all(".abstained"), "a refusal, though it was answered here before")


def test_dialogs_keep_the_focus(page: Page, tmp_path: Path) -> None:
    """Where what had it is drawn anew, dismissed or at work."""
    page.expected.append("415")
    done, odd, more = (tmp_path / name for name in ("done.txt", "odd.png", "more.txt"))
    done.write_text("Done deal\n\nSpin the rotor for 3 min.\n", encoding="utf-8")
    more.write_text("More of it\n\nSpin the rotor for 4 min.\n", encoding="utf-8")
    odd.write_bytes(b"no document")
    document = upload(page, done)
    page.find("#open-upload").click()
    page.js("document.querySelector('#upload .links a').focus()")
    page.driver.find_element("id", "upload-file").send_keys(f"{odd}\n{more}")
    page.until(lambda: "more.txt" in page.text("#upload li.done"), "the other file")
    assert page.js(ACTIVE, f"#upload .links a[href$='{document}']")
    assert "odd.png could not be loaded: " in page.text("#upload .announced")
    page.js("document.querySelector('#upload [data-status=refused] button').focus()")
    press(page, Keys.ENTER)
    page.until(lambda: not page.all("#upload [data-status=refused]"), "it is off the list")
    assert page.js("return document.activeElement.id") == "upload-file"
    press(page, Keys.ESCAPE)
    page.open(f"#/document/{document}")
    again = ".document-actions button:nth-of-type(2)"
    page.find(again).send_keys(Keys.ENTER)
    page.find("#upload .drop")
    press(page, Keys.ESCAPE)
    page.until(lambda: page.js(ACTIVE, again), "the focus where it was")
