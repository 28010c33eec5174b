"""Word paragraphs: their text, and the number or bullet that Word prints before it."""

import re
from collections import defaultdict
from typing import Any

from bioloom_loaders.format_terms import format_terms
from bioloom_loaders.text_composer import is_power, letter_mark

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_LEFT_OUT = {_FALLBACK, f"{_W}del", f"{_W}moveFrom"}
_DEEPEST = 8
_WHOLE = re.compile("[0-9]{1,9}")
_SYMBOLS = format_terms("symbol font")


def paragraph_text(paragraph: Any) -> str:
    """Give the words of a paragraph, those that are deleted or struck through left out.

    Inserted text belongs to it; a raised power stands behind ``^``.
    """
    parts: list[str] = []
    for run in paragraph._p.iter(f"{_W}r"):
        if any(above.tag in _LEFT_OUT for above in run.iterancestors()) or _is_struck(run):
            continue
        words = "".join(_words(run))
        raised = run.find(f"{_W}rPr/{_W}vertAlign")
        is_raised = raised is not None and raised.get(f"{_W}val") == "superscript"
        if is_raised and is_power(words.strip(), parts[-2:]):
            words = "^" + words.strip()
        parts.append(words)
    return "".join(parts)


def _is_struck(run: Any) -> bool:
    struck = (run.find(f"{_W}rPr/{_W}{tag}") for tag in ("strike", "dstrike"))
    return any(mark is not None and mark.get(f"{_W}val") not in ("0", "false", "off") for mark in struck)


def _words(run: Any) -> list[str]:
    found = []
    for child in run:
        if child.tag == f"{_W}t":
            found.append(child.text or "")
        elif child.tag in (f"{_W}tab", f"{_W}ptab"):
            found.append("\t")
        elif child.tag in (f"{_W}br", f"{_W}cr"):
            found.append("\n")
        elif child.tag == f"{_W}noBreakHyphen":
            found.append("-")
        elif child.tag == f"{_W}sym":
            found.append(_symbol(child.get(f"{_W}font") or "", child.get(f"{_W}char") or ""))
    return found


def _symbol(font: str, code: str) -> str:
    """Read a character of the Symbol font that protocols use: micro, degree, alpha, times, plus-minus."""
    return _SYMBOLS.get(code.upper().removeprefix("F0").removeprefix("00"), "") if font == "Symbol" else ""


def _whole(text: str) -> int | None:
    """Read a whole number; None for what is none, or longer than a list."""
    return int(text) if _WHOLE.fullmatch(text) else None


class ListNumbering:
    """List numbering of a Word document, for each list and level."""

    def __init__(self, document: Any) -> None:
        self._formats: dict[tuple[str, int], str] = {}
        self._starts: dict[tuple[str, int], int] = {}
        self._abstract: dict[str, str] = {}
        self._counts: defaultdict[str, dict[int, int]] = defaultdict(dict)
        relations = document.part.rels.values()
        parts = (one.target_part for one in relations if one.reltype.endswith("/numbering"))
        root = getattr(next(parts, None), "element", None)
        if root is not None:
            self._read(root)

    def mark(self, paragraph: Any) -> str:
        """Give the mark before a paragraph, ``"3. "``, ``"b) "`` or ``"- "``; empty where it is no item."""
        found = self._item(paragraph)
        if found is None:
            return ""
        list_, level = found
        abstract = self._abstract.get(list_, list_)
        format_ = self._formats.get((abstract, level), "decimal")
        if format_ == "none":
            return ""
        if format_ == "bullet":
            return "- "
        counts = self._counts[list_]
        counts[level] = counts.get(level, self._starts.get((abstract, level), 1) - 1) + 1
        for deeper in [other for other in counts if other > level]:
            del counts[deeper]
        number = counts[level]
        if format_ in ("lowerLetter", "upperLetter") and number <= 26:
            return letter_mark(number, upper=format_ == "upperLetter")
        above = [counts[other] for other in range(level) if other in counts]
        numeric = [
            other for other in range(level) if self._formats.get((abstract, other), "decimal") == "decimal"
        ]
        if level and len(numeric) == level == len(above):
            return ".".join(map(str, (*above, number))) + ". "
        return f"{number}. "

    def _item(self, paragraph: Any) -> tuple[str, int] | None:
        """Find the list and level of a paragraph, stated at it or by its style."""
        direct = paragraph._p.pPr
        styles = [direct]
        style = paragraph.style
        for _ in range(_DEEPEST):
            if style is None:
                break
            styles.append(style.element.find(f"{_W}pPr"))
            style = getattr(style, "base_style", None)
        for properties in styles:
            numbered = None if properties is None else properties.find(f"{_W}numPr")
            if numbered is None:
                continue
            list_, level = numbered.find(f"{_W}numId"), numbered.find(f"{_W}ilvl")
            if list_ is None:
                continue
            id_ = str(list_.get(f"{_W}val"))
            depth = str(level.get(f"{_W}val")) if level is not None else "0"
            return None if id_ == "0" else (id_, _whole(depth) or 0)
        return None

    def _read(self, root: Any) -> None:
        for abstract in root.iter(f"{_W}abstractNum"):
            name = str(abstract.get(f"{_W}abstractNumId"))
            for level in abstract.iter(f"{_W}lvl"):
                depth = _whole(str(level.get(f"{_W}ilvl")))
                if depth is not None:
                    key = (name, depth)
                    format_, start = level.find(f"{_W}numFmt"), level.find(f"{_W}start")
                    self._formats[key] = "decimal" if format_ is None else str(format_.get(f"{_W}val"))
                    first = None if start is None else _whole(str(start.get(f"{_W}val")))
                    self._starts[key] = 1 if first is None else first
        for list_ in root.iter(f"{_W}num"):
            abstract = list_.find(f"{_W}abstractNumId")
            if abstract is not None:
                self._abstract[str(list_.get(f"{_W}numId"))] = str(abstract.get(f"{_W}val"))
