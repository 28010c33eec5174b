"""Citation verification: quotes and numbers of a draft looked up in the evidence, citations numbered."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import replace

from bioloom.answering.composition.draft_answer import Draft, DraftSentence, Quote
from bioloom.answering.composition.model_sentences import is_passage, is_supported
from bioloom.records import Citation, Evidence, SubgraphNode, split_sentence_id

SHORTEST_QUOTE = 3
_MARK = re.compile(r"\s*\[\d+(?:\s*[,;-]\s*\d+)*\]")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


def verify(
    draft: Draft, question: str, earlier: Sequence[Citation] = ()
) -> tuple[tuple[str, ...], tuple[Citation, ...]]:
    """Keep the sentences whose every number and at least one quote stands in the cited evidence.

    Returns the sentences with their ``[1]`` marks and the citations, numbered by first use. A quote
    counts if its evidence exists and holds it literally (white space and letter case aside); quotes that
    do not are dropped, and so is a sentence left without any. A language model's sentences are held against
    what they cite by more than their numbers (`model_sentences`). Numbers go on after those of `earlier`
    citations, which are returned as well.
    """
    evidence = draft.evidence
    kept: list[str] = []
    citations: dict[tuple[str | None, str | None, str | None, str], Citation] = {
        (each.sentence_id, each.assertion_id, each.node_id, each.text): each for each in earlier
    }
    for sentence in draft.sentences:
        found = [
            (quote, place)
            for quote in sentence.quotes
            if (place := quoted_place(quote, evidence))
            and (not draft.by_model or is_passage(_plain(quote.text), _plain(place[0])))
        ]
        cited = [evidence[quote.number - 1] for quote, _ in found]
        said = _own_words(sentence, cited)
        if draft.by_model:
            written = [(quote.text, text) for quote, (text, _, _) in found]
            plain = [(_plain(quote), _plain(text)) for quote, text in written]
            holds = bool(found) and is_supported(said, question, plain, cited, written)
        else:
            titles = [piece.document_title or "" for piece in cited]
            stated = [piece.text for piece in cited if piece.supporting_text]
            stated += [_description(node) for piece in cited for node in piece.subgraph.nodes]
            holds = _numbers_stand(said, [*(text for _, (text, _, _) in found), *stated, *titles, question])
        if not found or not holds:
            continue
        marks: list[int] = []
        for quote, (text, sentence_id, _) in found:
            piece = evidence[quote.number - 1]
            key = (sentence_id, piece.assertion_id, piece.node_id, text)
            if key not in citations:
                whole = Citation.of(piece, len(citations) + 1)
                citations[key] = replace(whole, text=text, sentence_id=sentence_id)
            if citations[key].id not in marks:
                marks.append(citations[key].id)
        text = without_marks(sentence.text)
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


def quoted_place(quote: Quote, evidence: Sequence[Evidence]) -> tuple[str, str | None, int] | None:
    """Find the sentence that a quote stands in: its text, its id, and how far it stands behind the cited one
    (-1 before it); None where its evidence does not hold it."""
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


def without_marks(text: str) -> str:
    """Cut out marks of citations, "[1, 2]".

    >>> without_marks("Heat it [7, 8].")
    'Heat it.'
    """
    return _MARK.sub("", text).strip()


def _own_words(sentence: DraftSentence, cited: Sequence[Evidence]) -> str:
    """Give what a sentence states: without marks and the words that say where a piece comes from, a day or
    the name of a source in brackets, "(my-texts-2)"."""
    said = _MARK.sub("", sentence.text)
    for words in (words for piece in cited for words in (*piece.origin, piece.named_source) if words):
        said = said.replace(words, " ")
    return said


def _description(node: SubgraphNode) -> str:
    """Give what a node is, which an answer to "What is it?" states beside an assertion about it."""
    return f"{node.name} {node.properties.get('description') or ''}"


def _numbers_stand(said: str, texts: Sequence[str]) -> bool:
    """Say whether every number stands in one of the texts."""
    known = {number for text in texts for number in _numbers(text)}
    return all(number in known for number in _numbers(said))


def _numbers(text: str) -> list[str]:
    return [number.replace(",", "") for number in _NUMBER.findall(unicodedata.normalize("NFKC", text))]


def _plain(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())
