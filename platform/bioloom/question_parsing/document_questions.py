"""Document questions: which documents of the graph mention something, and how many it holds."""

from dataclasses import dataclass

from bioloom.pattern_table import PatternTable
from bioloom.question_parsing.constraining_words import constraining_words

_PATTERNS = PatternTable.read("asking/documents.tsv")
_ALL = _PATTERNS.compile_each("all")
_MENTIONING = _PATTERNS.compile_each("mentioning")
_PROTOCOLS = _PATTERNS.compile("protocols")
_PUBLICATIONS = _PATTERNS.compile("publications")

_LONGEST_DOCUMENT_QUESTION = 200
"""Characters of a question that is looked at."""


@dataclass(frozen=True, slots=True)
class DocumentQuestion:
    """Asks for the documents that mention some words, empty for all; `counted` where for their number.

    `noun` is what the question calls them, in the plural, `kind` protocol, publication, or empty for either.
    """

    noun: str
    kind: str
    words: str
    counted: bool


def parse_document_question(text: str) -> DocumentQuestion | None:
    """Find what a question for documents asks for; None for other questions.

    >>> parse_document_question("Which protocols use SOC medium?")
    DocumentQuestion(noun='protocols', kind='protocol', words='SOC medium', counted=False)
    >>> parse_document_question("How many papers are there?")
    DocumentQuestion(noun='papers', kind='publication', words='', counted=True)
    >>> parse_document_question("How many papers were screened?")
    """
    bare = text.strip().rstrip(" ?.!")
    if len(bare) > _LONGEST_DOCUMENT_QUESTION:
        return None
    found = next(filter(None, (form.match(bare) for form in (*_ALL, *_MENTIONING))), None)
    if found is None:
        return None
    held = found.groupdict()
    noun, words = found["noun"].lower(), held.get("words") or ""
    if words and not constraining_words(words):
        return None
    forms = (("protocol", _PROTOCOLS), ("publication", _PUBLICATIONS))
    kind = next((kind for kind, form in forms if form.fullmatch(noun)), "")
    return DocumentQuestion(f"{noun.removesuffix('s')}s", kind, words, bool(held.get("counted")))
