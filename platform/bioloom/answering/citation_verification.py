"""Citation verification: quotes and numbers of a draft looked up in the evidence, citations numbered."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import replace

from bioloom.answering.draft_answer import Draft, DraftSentence, Quote
from bioloom.records import Citation, Evidence, split_sentence_id

SHORTEST_QUOTE = 3
_MARK = re.compile(r"\s*\[\d+(?:\s*[,;-]\s*\d+)*\]")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


def verify(
    draft: Draft, question: str, earlier: Sequence[Citation] = ()
) -> tuple[tuple[str, ...], tuple[Citation, ...]]:
    """Keep the sentences whose every number and at least one quote stands in the cited evidence.

    Returns the sentences with their ``[1]`` marks and the citations, numbered by first use. A quote
    counts if its evidence exists and holds it literally (white space and letter case aside); quotes that
    do not are dropped, and so is a sentence left without any. Numbers go on after those of `earlier`
    citations, which are returned as well.
    """
    evidence = draft.evidence
    kept: list[str] = []
    citations: dict[tuple[str | None, str | None, str], Citation] = {
        (each.sentence_id, each.assertion_id, each.text): each for each in earlier
    }
    for sentence in draft.sentences:
        found = [(quote, place) for quote in sentence.quotes if (place := _place(quote, evidence))]
        cited = [evidence[quote.number - 1] for quote, _ in found]
        titles = [piece.document_title or "" for piece in cited]
        stated = (piece.text for piece in cited if piece.supporting_text)
        texts = [*(text for _, (text, _, _) in found), *stated]
        if not found or not _numbers_stand(sentence, (*texts, *titles, question), cited):
            continue
        marks: list[int] = []
        for quote, (text, sentence_id, _) in found:
            piece = evidence[quote.number - 1]
            key = (sentence_id, piece.assertion_id, text)
            if key not in citations:
                whole = Citation.of(piece, len(citations) + 1)
                citations[key] = replace(whole, text=text, sentence_id=sentence_id)
            if citations[key].id not in marks:
                marks.append(citations[key].id)
        text = _MARK.sub("", sentence.text).strip()
        kept.append(f"{text} " + "".join(f"[{mark}]" for mark in marks))
    return tuple(kept), tuple(citations.values())


def verify_parts(
    draft: Draft, question: str
) -> tuple[tuple[tuple[Draft, tuple[str, ...]], ...], tuple[Citation, ...]]:
    """Verify every part of a draft, or the draft that has none; their citations are numbered together."""
    found: list[tuple[Draft, tuple[str, ...]]] = []
    citations: tuple[Citation, ...] = ()
    for part in draft.parts or (draft,):
        sentences, citations = verify(replace(part, evidence=draft.evidence), question, citations)
        found.append((part, sentences))
    return tuple(found), citations


def verifiable(draft: Draft, question: str) -> bool:
    """Say whether a draft is given with any sentence; one that abstains, or has none, always is."""
    held = [part for part in draft.parts or (draft,) if part.sentences and not part.abstained]
    return not held or any(verify(replace(part, evidence=draft.evidence), question)[0] for part in held)


def neighbour(sentence_id: str | None, step: int) -> str | None:
    """Give the id of the sentence before (-1) or after (+1).

    >>> neighbour("wlp:protocol_1#s3", 1)
    'wlp:protocol_1#s4'
    """
    parts = split_sentence_id(sentence_id or "")
    return f"{parts[0]}#s{parts[1] + step}" if parts else None


def _place(quote: Quote, evidence: Sequence[Evidence]) -> tuple[str, str | None, int] | None:
    if not 1 <= quote.number <= len(evidence):
        return None
    wanted = _plain(quote.text)
    if len(wanted) < SHORTEST_QUOTE:
        return None
    piece = evidence[quote.number - 1]
    for text, step in ((piece.text, 0), (piece.after, 1), (piece.before, -1)):
        if text and wanted in _plain(text):
            return text, neighbour(piece.sentence_id, step) if step else piece.sentence_id, step
    if piece.supporting_text and wanted in _plain(piece.supporting_text):
        return piece.supporting_text, piece.supporting_sentence, 0
    return None


def _numbers_stand(sentence: DraftSentence, texts: Sequence[str], cited: Sequence[Evidence]) -> bool:
    """Say whether every number of a sentence stands in what it cites, in its title or in the question.

    The words that say where a piece comes from are no statement of it: a day, or the name of a source in
    brackets, "(my-texts-2)".
    """
    known = {number for text in texts for number in _numbers(text)}
    said = _MARK.sub("", sentence.text)
    for words in (words for piece in cited for words in piece.origin if words):
        said = said.replace(words, " ")
    for piece in cited:
        said = said.replace(piece.named_source, " ") if piece.named_source else said
    return all(number in known for number in _numbers(said))


def _numbers(text: str) -> list[str]:
    return [number.replace(",", "") for number in _NUMBER.findall(unicodedata.normalize("NFKC", text))]


def _plain(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())
