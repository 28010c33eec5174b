"""The steps of a protocols.io protocol: their order and numbers, and the lines of their rich text."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from bioloom_loaders.draft_lines import read_draft, seconds
from bioloom_loaders.html_lines import HtmlLine, read_html
from bioloom_loaders.text_composer import Composer

_NUMBER = re.compile(r"[0-9]{1,3}(?:\.[0-9]{1,3}){0,3}")
_NO_TEXT_TITLES = frozenset({"section", "image", "video", "file", "attached file", "link"})


def lines_of(value: object) -> Iterator[HtmlLine]:
    """Give the lines of a rich text: Draft.js as JSON, HTML, Markdown or plain text."""
    if isinstance(value, str) and value.strip():
        draft = read_draft(value)
        yield from read_html(value) if draft is None else draft


def write_lines(composer: Composer, lines: Iterable[HtmlLine], number: str = "") -> None:
    """Write lines into a text; the first one that is a step carries the number."""
    mark = f"{number}. " if number else ""
    for in_table, group in groupby(lines, lambda line: bool(line.cells)):
        if in_table:
            composer.table([line.cells for line in group])
            continue
        for line in group:
            if line.heading and not mark:
                composer.heading(line.text)
            else:
                composer.line(line.text, mark or line.mark)
                mark = ""


def write_step(composer: Composer, number: str, step: Mapping[str, Any], section: str) -> str:
    """Write one step, with the heading of its section where a new one begins; give that section."""
    begins = next((line.text for line in lines_of(_section(step))), "")
    if begins and begins != section:
        composer.heading(begins)
    write_lines(composer, _step_lines(step), number)
    return begins or section


def ordered_steps(steps: Sequence[object]) -> list[tuple[str, Mapping[str, Any]]]:
    """Order and number steps: by their own numbers, else as each names the one before, else as listed.

    >>> [number for number, _ in ordered_steps([{"number": "2"}, {"number": "1.1"}, {"number": "1"}])]
    ['1', '1.1', '2']
    """
    found = [step for step in steps if isinstance(step, Mapping)]
    numbers = [_stated(step) for step in found]
    if found and all(numbers) and len(set(numbers)) == len(numbers):
        pairs = sorted(zip(numbers, found, strict=True), key=lambda pair: tuple(map(int, pair[0].split("."))))
        return [(number, step) for number, step in pairs]
    numbered: list[tuple[str, Mapping[str, Any]]] = []
    whole = part = 0
    for step in _chained(found):
        if step.get("is_substep") and whole:
            part += 1
            numbered.append((f"{whole}.{part}", step))
        elif any(True for _ in _step_lines(step)):
            whole, part = whole + 1, 0
            numbered.append((str(whole), step))
        else:
            numbered.append(("", step))
    return numbered


def _stated(step: Mapping[str, Any]) -> str:
    stated = str(step.get("number") or "").strip().rstrip(".")
    return stated if _NUMBER.fullmatch(stated) else ""


def _chained(steps: list[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Follow ``previous_guid`` from the first step; unless that reaches every step once, keep the order."""
    following = {str(step.get("previous_guid") or ""): step for step in steps if step.get("guid")}
    if len(following) != len(steps):
        return steps
    chain: list[Mapping[str, Any]] = []
    at = ""
    while at in following:
        step = following.pop(at)
        chain.append(step)
        at = str(step["guid"])
    return chain if len(chain) == len(steps) else steps


def _section(step: Mapping[str, Any]) -> object:
    if step.get("section"):
        return step["section"]
    for component in _components(step):
        source = component.get("source")
        if str(component.get("title") or "").casefold() == "section" and isinstance(source, dict):
            return source.get("title")
    return None


def _step_lines(step: Mapping[str, Any]) -> Iterator[HtmlLine]:
    """Give the lines of a step: its text, or else what its components say."""
    text = step.get("step") or step.get("description")
    if isinstance(text, str) and text.strip():
        yield from lines_of(text)
        return
    for component in _components(step):
        title = str(component.get("title") or "")
        source = component.get("source")
        if isinstance(source, dict) and title.casefold() not in _NO_TEXT_TITLES:
            if isinstance(source.get("description"), str) and source["description"].strip():
                yield from lines_of(source["description"])
            else:
                words = _value(source)
                if words:
                    yield HtmlLine(f"{title}: {words}" if title else words)


def _components(step: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    found = step.get("components")
    listed = [
        component for component in (found if isinstance(found, list) else []) if isinstance(component, dict)
    ]
    return sorted(listed, key=_order)


def _order(component: Mapping[str, Any]) -> int:
    order = component.get("order_id")
    return order if isinstance(order, int) else 0


def _value(source: Mapping[str, Any]) -> str:
    """Say a value that stands beside the text: ``11 µl of MgCl2``."""
    if isinstance(source.get("duration"), int):
        return " ".join(filter(None, (seconds(source["duration"]), str(source.get("title") or ""))))
    keys = ("amount", "concentration", "temperature", "speed", "unit", "title", "name")
    return " ".join(
        str(source[key])
        for key in keys
        if isinstance(source.get(key), (str, int, float)) and source[key] != ""
    )
