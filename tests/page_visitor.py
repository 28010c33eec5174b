"""The page in a browser, and what a person does with it."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement

PATIENCE = 90.0
"""Seconds that a busy machine may take; a free one answers in one."""
T = TypeVar("T")


@dataclass
class Page:
    """The page in a browser, and what a person does with it."""

    driver: webdriver.Chrome
    origin: str
    token: str
    expected: list[str] = field(default_factory=list)

    def open(self, fragment: str | None = None) -> None:
        """Open the page anew, by the link that `bioloom serve` prints unless told otherwise."""
        self.driver.get("about:blank")
        self.driver.get(f"{self.origin}/" + (f"#token={self.token}" if fragment is None else fragment))

    def find(self, selector: str) -> WebElement:
        """Wait for an element that is shown."""
        return self.until(
            lambda: next((each for each in self.all(selector) if each.is_displayed()), None), selector
        )

    def all(self, selector: str) -> list[WebElement]:
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def until(self, look: Callable[[], T | None], wanted: str) -> T:
        """Look again and again until there is something to see."""
        end = time.monotonic() + PATIENCE
        while not (seen := look()):
            assert time.monotonic() < end, f"never came: {wanted}; {self.text('#trouble')}"
            time.sleep(0.05)
        return seen

    def point(self, selector: str) -> None:
        """Click where an element is, with the mouse, since a node of the drawing lies below its label; first
        it has to stand still, for the page may be scrolling or drawing."""
        found = self.find(selector)
        self.js("arguments[0].scrollIntoView({block: 'center', behavior: 'instant'})", found)
        places = [self._place(found)]
        while len(places) < 2 or places[-1] != places[-2]:
            time.sleep(0.05)
            places.append(self._place(found))
            assert len(places) < PATIENCE / 0.05, f"{selector} never stands still"
        ActionChains(self.driver).move_to_element(found).click().perform()

    def _place(self, found: WebElement) -> list[float]:
        """Give where the top left corner of an element stands in the window."""
        place: list[float] = self.js(
            "const {x, y} = arguments[0].getBoundingClientRect(); return [x, y]", found
        )
        return place

    def text(self, selector: str) -> str:
        """All text of an element, shown or not."""
        return str(self.js("return document.querySelector(arguments[0])?.textContent ?? ''", selector))

    def js(self, script: str, *given: object) -> Any:
        return self.driver.execute_script(script, *given)

    def ask(self, question: str) -> str:
        """Type a question, press Enter and wait for what is said of it."""
        self.js("document.getElementById('status').textContent = ''")
        box = self.find("#question")
        box.clear()
        box.send_keys(question + "\n")
        self.until(
            lambda: self.js("return document.querySelector('#status[data-state=answered]')?.textContent"),
            question,
        )
        drawn = "return document.getElementById('picture').hidden || document.querySelector('.node')"
        self.until(lambda: self.js(drawn), "the drawing, whose library is fetched first")
        return self.text("#status")

    def size(self, width: int, height: int) -> None:
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        self.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": width < 600})

    def prefers(self, **features: str) -> None:
        """Set what the system prefers: prefers_color_scheme='dark'."""
        named = [{"name": name.replace("_", "-"), "value": value} for name, value in features.items()]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": named})

    def log(self, kind: str) -> list[dict[str, Any]]:
        """What the browser noted since this was called last."""
        return list(self.driver.get_log(kind))  # type: ignore[no-untyped-call]

    def requests(self) -> list[str]:
        """Every address that the browser has asked for since this was called last."""
        told = [json.loads(entry["message"])["message"] for entry in self.log("performance")]
        return [
            each["params"]["request"]["url"] for each in told if each["method"] == "Network.requestWillBeSent"
        ]
