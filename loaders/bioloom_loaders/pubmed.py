"""PubMed XML: titles and abstracts, with what PubMed says about each publication."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar
from xml.etree.ElementTree import Element

from bioloom.records import AnnotatedDocument, Reject, Skip, SourceRecord, Value
from bioloom_loaders.annotations import LONGEST_NAME
from bioloom_loaders.document_catalogue import Catalogue, DocumentLoader, Readers
from bioloom_loaders.jats_text import flat, flat_line, text_of
from bioloom_loaders.publications import finish_publication
from bioloom_loaders.text_composer import Composer, one_line
from bioloom_loaders.text_lines import open_bytes, shown
from bioloom_loaders.xml_elements import XmlElement, read_elements

RETRACTED = "Retracted Publication"
_WANTED = frozenset({"PubmedArticle", "PubmedBookArticle", "DeleteCitation"})
_UNLABELLED = frozenset({"", "UNASSIGNED", "UNLABELLED"})
_YEAR = re.compile(r"[12][0-9]{3}")


def read_pubmed(path: Path, catalogue: Catalogue) -> Iterator[SourceRecord]:
    """Read the publications of one file; numbers of deleted ones are skips."""
    with open_bytes(path) as opened:
        for found in read_elements(opened, shown(path), _WANTED):
            if isinstance(found, Reject):
                yield found
            elif found.element.tag == "DeleteCitation":
                yield Skip("DELETED_CITATION", found.place, max(1, len(found.element.findall("PMID"))))
            else:
                yield _read_article(path, found, catalogue)


def _read_article(path: Path, found: XmlElement, catalogue: Catalogue) -> AnnotatedDocument | Reject:
    whole = found.element
    parts = (whole.find(part) for part in ("MedlineCitation", "BookDocument"))
    citation = next((part for part in parts if part is not None), None)
    name = "" if citation is None else text_of(citation, "PMID")[:LONGEST_NAME]
    if citation is None or not name:
        message = "the article has no MedlineCitation or BookDocument with a PMID"
        return Reject("MISSING_FIELD", "extract", message, found.place)
    article = citation if citation.tag == "BookDocument" else citation.find("Article")
    composer = Composer()
    left_out: Counter[str] = Counter()
    if article is not None:
        _compose(article, composer, left_out)
    left_out["OTHER_ABSTRACT"] += len(citation.findall("OtherAbstract"))
    composer.leave_out_all(left_out)
    return finish_publication(catalogue, path, composer, name, found.place, _properties(whole, citation))


def _compose(article: Element, composer: Composer, left_out: Counter[str]) -> None:
    """Write the title and the parts of the abstract; the label of a part is its heading."""
    titles = (article.find(name) for name in ("ArticleTitle", "VernacularTitle"))
    composer.entitle(next((line for title in titles if (line := _line(title, left_out))), ""))
    parts = article.findall("Abstract/AbstractText")
    for part in parts:
        label = one_line(part.get("Label") or "")
        line = _line(part, left_out)
        if line and label.upper() not in _UNLABELLED:
            composer.heading(label)
        composer.line(line)
    if not parts:
        left_out["NO_ABSTRACT"] += 1


def _line(element: Element | None, left_out: Counter[str]) -> str:
    return "" if element is None else one_line(flat(element, left_out))


def _properties(whole: Element, citation: Element) -> dict[str, Value]:
    """Read the ids, journal, year, authors, kinds and subject headings of a publication."""
    properties: dict[str, Value] = {}
    for place in ("PubmedData/ArticleIdList/ArticleId", "PubmedBookData/ArticleIdList/ArticleId"):
        for id_ in whole.iterfind(place):
            key = {"doi": "doi", "pmc": "pmcid"}.get((id_.get("IdType") or "").lower())
            if key and (text := one_line(id_.text or "")):
                properties.setdefault(key, text)
    for id_ in citation.iterfind("Article/ELocationID[@EIdType='doi']"):
        properties.setdefault("doi", one_line(id_.text or ""))
    journal = text_of(citation, "Article/Journal/Title") or text_of(citation, "MedlineJournalInfo/MedlineTA")
    year = _YEAR.search(
        text_of(citation, "Article/Journal/JournalIssue/PubDate/Year")
        or text_of(citation, "Article/Journal/JournalIssue/PubDate/MedlineDate")
        or text_of(citation, "Article/ArticleDate/Year")
        or text_of(citation, "Book/PubDate/Year")
    )
    kinds = _texts(citation, "Article/PublicationTypeList/PublicationType")
    retracted_in = citation.find("CommentsCorrectionsList/CommentsCorrections[@RefType='RetractionIn']")
    headings = [
        (node.get("UI"), flat_line(node)) for node in citation.iterfind("MeshHeadingList/*/DescriptorName")
    ]
    stated: dict[str, Value | None] = {
        "journal": journal,
        "year": int(year[0]) if year else None,
        "authors": tuple(_authors(citation)),
        "publication_types": kinds,
        "mesh_headings": tuple(name for _, name in headings if name),
        "mesh_ids": tuple(f"MESH:{one_line(ui)}" for ui, _ in headings if ui),
        "language": text_of(citation, "Article/Language"),
        "copyright": text_of(citation, "Article/Abstract/CopyrightInformation"),
        "retracted": True if RETRACTED in kinds or retracted_in is not None else None,
    }
    return properties | {key: value for key, value in stated.items() if value}


def _authors(citation: Element) -> Iterator[str]:
    for place in ("Article/AuthorList/Author", "AuthorList/Author"):
        for person in citation.iterfind(place):
            names = (text_of(person, "ForeName") or text_of(person, "Initials"), text_of(person, "LastName"))
            name = " ".join(filter(None, names)) or text_of(person, "CollectiveName")
            if name:
                yield name


def _texts(element: Element, path: str) -> tuple[str, ...]:
    return tuple(text for node in element.iterfind(path) if (text := flat_line(node)))


class PubmedLoader(DocumentLoader):
    """Reads PubMed's XML: its yearly and daily files, and what its search saves."""

    name = "pubmed"
    description = "PubMed XML: titles and abstracts of publications"
    readers: ClassVar[Readers] = {"pubmed": read_pubmed}
