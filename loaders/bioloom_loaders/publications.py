"""Publications from title and abstract: their numbers, texts, sentences and splits."""

import re
from collections.abc import Mapping
from pathlib import Path

from bioloom.records import AnnotatedDocument, Document, Place, Reject, Value
from bioloom_loaders.annotations import LONGEST_NAME, storable
from bioloom_loaders.document_catalogue import Catalogue
from bioloom_loaders.documents import SPLITS, Span, trimmed
from bioloom_loaders.sentences import sentence_spans
from bioloom_loaders.text_composer import Composer, one_line

_PMID = re.compile(r"[1-9][0-9]{0,7}")


def is_pmid(text: str) -> bool:
    """Say whether a text is a number of PubMed's: 1 to 8 digits, of which the first is no zero.

    >>> [is_pmid(text) for text in ("12345678", "012", "123456789", "notapmid")]
    [True, False, False, False]
    """
    return _PMID.fullmatch(text) is not None


def bad_pmid(text: str, place: Place) -> Reject:
    """Refuse a publication for the number that it has in place of PubMed's."""
    message = f"a PMID has 1 to 8 digits and no leading zero; this is {text[:40]!r}"
    return Reject("BAD_PMID", "extract", message, place, {"pmid": storable(text[:200])})


def split_of(path: Path) -> str | None:
    """Name the split that a file holds, by its own name or its folder's; None where neither says.

    >>> [split_of(Path(name)) for name in ("ddi/train_triples.jsonl.gz", "biored/dev/a.txt", "a.txt")]
    ['train', 'dev', None]
    """
    words = re.split(r"[^a-z]+", path.name.casefold())
    return next((word for word in (*words, path.parent.name.casefold()) if word in SPLITS), None)


def abstract_text(title: str, abstract: str) -> str:
    """Put title and abstract together as annotations count: one separator between them."""
    return storable(f"{title}\n{abstract}" if abstract.strip() else title)


def abstract_spans(text: str, title_length: int) -> tuple[Span, ...]:
    """Give the sentences of a title and an abstract; the title is one, whatever stands in it.

    >>> abstract_spans("Is tea safe? A trial.\\nIt is. We asked.", 21)
    ((0, 21), (22, 28), (29, 38))
    """
    title = trimmed(text, ((0, title_length),))
    return (*title, *sentence_spans(text, title_length + 1))


def describe_abstract(
    catalogue: Catalogue, path: Path, name: str, title: str, text: str, line: int | None
) -> Document | Reject:
    """Describe a publication of `text`; a name that can be a PMID is."""
    bare = one_line(name)[:LONGEST_NAME]
    properties: dict[str, Value] = {"pmid": bare} if is_pmid(bare) else {}
    split = split_of(path)
    if split is not None:
        properties["split"] = split
    return catalogue.describe(
        path,
        text,
        one_line(title)[:300] or bare,
        name=bare,
        kind="abstract",
        line=line,
        properties=properties,
    )


def finish_publication(
    catalogue: Catalogue,
    path: Path,
    composer: Composer,
    pmid: str,
    place: Place,
    properties: Mapping[str, Value],
) -> AnnotatedDocument | Reject:
    """Describe and give the composed publication; one without a PMID of PubMed's, or a text, is a Reject."""
    if not is_pmid(pmid):
        return bad_pmid(pmid, place)
    if not composer.text().strip():
        return Reject("EMPTY_DOCUMENT", "extract", f"{pmid} has neither title nor abstract", place)
    described = catalogue.describe(
        path,
        composer.text(),
        composer.title[:300] or pmid,
        name=pmid,
        kind="abstract",
        line=place.line,
        properties={"pmid": pmid, **properties},
    )
    return composer.finish(described)
