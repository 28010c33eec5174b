"""JATS XML: articles of PMC and journals, with their method sections as protocols of their own."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar
from xml.etree.ElementTree import Element

from bioloom.extraction import section_role
from bioloom.records import Reject, SourceRecord
from bioloom.records.graph import Value
from bioloom_loaders.document_catalogue import Catalogue, DocumentLoader, Readers
from bioloom_loaders.jats_text import Body, flat_line, text_of
from bioloom_loaders.text_composer import Composer
from bioloom_loaders.text_lines import open_bytes, shown
from bioloom_loaders.xml_elements import XmlElement, read_elements

_PROCEDURE_TYPES = re.compile(r"method|protocol|procedure", re.IGNORECASE)
_IDS = {"pmid": "pmid", "pmcid": "pmcid", "pmc": "pmcid", "pmcaid": "pmcid", "doi": "doi"}


def read_jats(path: Path, catalogue: Catalogue) -> Iterator[SourceRecord]:
    """Read the articles of one file: the article first, then its method sections."""
    with open_bytes(path) as opened:
        articles = read_elements(opened, shown(path), frozenset({"article"}))
        for count, found in enumerate(articles, start=1):
            if isinstance(found, Reject):
                yield found
            else:
                yield from _read_article(path, found, count, catalogue)


def _read_article(path: Path, found: XmlElement, count: int, catalogue: Catalogue) -> Iterator[SourceRecord]:
    article = found.element
    properties = _properties(article)
    licence = _licence(article)
    stated = str(properties.get("pmcid") or properties.get("doi") or properties.get("pmid") or "")
    name = stated or shown(Path(path.stem)) + (f"/{count}" if count > 1 else "")
    title = text_of(article, "./front/article-meta/title-group/article-title") or text_of(
        article, "./front-stub/title-group/article-title"
    )
    whole = Composer()
    whole.entitle(title or name)
    for abstract in article.iterfind("./front/article-meta/abstract"):
        if abstract.get("abstract-type") in (None, "summary", "web-summary"):
            Body(whole).read(abstract)
    body = article.find("./body")
    sections = list(_procedures(body)) if body is not None else []
    if body is not None:
        Body(whole, leave=sections).read(body)
    if whole.empty and not sections:
        yield Reject("EMPTY_DOCUMENT", "extract", "the article holds no text", found.place)
        return
    kind = "abstract" if body is None else "article"
    document = catalogue.describe(
        path,
        whole.text(),
        whole.title,
        name=name,
        kind=kind,
        line=found.place.line,
        licence=licence,
        properties=properties,
    )
    yield whole.finish(document)
    part_of = {} if isinstance(document, Reject) else {"part_of": document.id}
    for number, section in enumerate(sections, start=1):
        part = Composer()
        heading = text_of(section, "./title") or "Methods"
        part.entitle(f"{heading} ({whole.title})")
        Body(part).read(section, headed=False)
        if part.empty:
            continue
        described = catalogue.describe(
            path,
            part.text(),
            part.title,
            name=f"{name}/{number}",
            line=found.place.line,
            licence=licence,
            properties={**properties, **part_of, "section": heading},
        )
        yield part.finish(described)


def _procedures(body: Element) -> Iterator[Element]:
    """Find the outermost sections that say what was done, by their title or declared type."""
    for section in body.iterfind("./sec"):
        role = section_role(text_of(section, "./title"))
        declared = _PROCEDURE_TYPES.search(section.get("sec-type") or "") is not None
        if role == "procedure" or (role is None and declared):
            yield section
        else:
            yield from _procedures(section)


def _properties(article: Element) -> dict[str, Value]:
    """Read the ids, journal, year and authors that an article states."""
    found: dict[str, Value] = {}
    for id_ in article.iterfind("./front/article-meta/article-id"):
        key = _IDS.get((id_.get("pub-id-type") or "").lower())
        value = flat_line(id_)
        if key and value and key not in found:
            bare = key == "pmcid" and value.isdigit()
            found[key] = f"PMC{value}" if bare else value
    journal = text_of(article, "./front/journal-meta//journal-title")
    if journal:
        found["journal"] = journal
    years = sorted(
        year
        for year in (flat_line(node) for node in article.iterfind("./front/article-meta/pub-date/year"))
        if re.fullmatch(r"[12][0-9]{3}", year)
    )
    if years:
        found["year"] = int(years[0])
    authors = tuple(_authors(article))
    if authors:
        found["authors"] = authors
    return found


def _authors(article: Element) -> Iterator[str]:
    for person in article.iterfind("./front/article-meta/contrib-group/contrib"):
        if person.get("contrib-type") in (None, "author"):
            names = [text_of(person, f".//name/{part}") for part in ("given-names", "surname")]
            name = " ".join(filter(None, names)) or text_of(person, "./collab")
            if name:
                yield name


def _licence(article: Element) -> str | None:
    """Give the licence as its address where there is one, else in the words of the article."""
    for licence in article.iterfind("./front/article-meta/permissions/license"):
        link = licence.get("xlink:href") or text_of(licence, "./ali:license_ref")
        words = link or flat_line(licence)
        if words:
            return words[:300]
    return None


class JatsLoader(DocumentLoader):
    """Reads articles in JATS: title, abstract and body; each method section is a protocol."""

    name = "jats"
    description = "JATS XML articles (PMC): text, with method sections as protocols"
    readers: ClassVar[Readers] = {"jats": read_jats}
