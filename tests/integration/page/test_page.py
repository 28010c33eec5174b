"""The page in a real browser: with a mouse, with a keyboard, on a phone, over hostile documents."""

import pytest

from page_visitor import Page

pytestmark = pytest.mark.integration

HEAT = "How long do I heat shock the cells?"


def test_a_node_shows_what_is_around_it(page: Page) -> None:
    page.ask("Which drugs treat gout?")
    before = len(page.all(".node"))
    page.find('.node[aria-label^="gout"] .dot').click()
    page.until(lambda: "has phenotype Pain" in page.text("#node"), "neighbours")
    assert "DOID:13189" in page.find("#node").text
    assert len(page.all(".node")) > before
    page.find("#graph-back").click()
    assert len(page.all(".node")) == before
    page.find(".as-table summary").click()
    assert "Allopurinol treats gout" in " ".join(row.text for row in page.all("#graph-table tr"))


def test_the_view_zooms_pans_and_fits(page: Page) -> None:
    page.ask(HEAT)
    look = "return document.querySelector('.drawing svg > g').getAttribute('transform')"
    fitted = page.js(look)
    page.find("#zoom-in").click()
    assert page.js(look) != fitted
    page.find("#zoom-fit").click()
    assert page.js(look) == fitted
    place = "return document.querySelector('.node').getAttribute('transform')"
    before = page.js(place)
    dot = page.find(".node .dot").rect
    for kind, x in (("mousePressed", 0), ("mouseMoved", 25), ("mouseMoved", 40), ("mouseReleased", 40)):
        middle = {
            "x": dot["x"] + dot["width"] / 2 + x,
            "y": dot["y"] + dot["height"] / 2 - page.js("return scrollY"),
        }
        page.driver.execute_cdp_cmd(
            "Input.dispatchMouseEvent",
            {"type": kind, "button": "left", "buttons": 1, "clickCount": 1, **middle},
        )
    assert page.js(place) != before
    assert page.text("#node") == ""  # a drag is no choice


def test_what_is_shown_has_names_for_a_screen_reader(page: Page) -> None:
    page.ask(HEAT)
    page.find("#filters summary").click()
    nameless = """return [...document.querySelectorAll('button, input, select, textarea, a, [role=button]')]
      .filter((each) => !(each.getAttribute('aria-label') || each.labels?.length || each.textContent.trim()))
      .map((each) => each.outerHTML)"""
    assert page.js(nameless) == []
    assert all(page.all(landmark) for landmark in ("header", "main", "footer", "nav", "[role=search]"))
    assert page.js("return [...document.querySelectorAll('h1')].length") == 1
    status = page.all("#status[role=status][aria-live=polite]")
    assert status


def test_dark_follows_the_system_and_the_switch(page: Page) -> None:
    ground = "return getComputedStyle(document.body).backgroundColor"
    light = page.js(ground)
    page.prefers(prefers_color_scheme="dark")
    dark = page.js(ground)
    assert dark != light
    switch = page.find("#theme")
    page.until(lambda: switch.get_attribute("aria-pressed") == "true", "the switch to follow")
    switch.click()
    assert page.js(ground) == light
    page.open("")
    assert page.js(ground) == light  # chosen, and kept
    page.find("#theme").click()
    assert page.js(ground) == dark


def test_a_phone_never_scrolls_sideways(page: Page) -> None:
    page.size(360, 740)
    wide = "return document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.js(wide) == 0
    page.ask("Which drugs treat gout?")
    page.find("#filters summary").click()
    assert page.js(wide) == 0
    page.ask(HEAT)
    page.find(".timeline")
    page.find("#open-upload").click()
    assert page.find("#upload").rect["width"] <= 360
    assert page.js(wide) == 0
