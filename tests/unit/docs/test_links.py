"""Every local link of the README and the docs leads to a file, and to a heading where it names one."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
PAGES = (*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md")))
LINK = re.compile(r"\]\(([^)\s]+)\)|(?:src|href)=\"([^\"]+)\"")
OUTSIDE = ("http://", "https://", "mailto:")


def links(page: Path) -> tuple[str, ...]:
    """List the local targets of a page, code blocks aside."""
    prose = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    found = (first or second for first, second in LINK.findall(prose))
    return tuple(target for target in found if not target.startswith(OUTSIDE))


def anchors(page: Path) -> set[str]:
    """Give the anchors of a page's headings, as code hosts make them."""
    headings = re.findall(r"^#+ +(.+?) *$", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_local_links_resolve(page: Path) -> None:
    for target in links(page):
        name, _, anchor = target.partition("#")
        file = (page.parent / name) if name else page
        assert file.exists(), f"{page.name} links to {target}, which is not there"
        assert not anchor or anchor in anchors(file), f"{page.name} links to {target}: no such heading"


def test_links_are_found_at_all() -> None:
    assert "docs/evaluation.md" in links(ROOT / "README.md")
