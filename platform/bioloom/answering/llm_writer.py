"""Language-model reader: an answer written by a model behind an OpenAI-compatible endpoint."""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from typing import TypeAlias

from pydantic import BaseModel, ConfigDict, ValidationError

from bioloom.answering.draft_answer import Draft, DraftSentence, Quote, abstain
from bioloom.answering.reading_context import Reader, ReadingContext
from bioloom.errors import BadModelAnswer, ModelUnavailable
from bioloom.llm import Patience, inert, prompt
from bioloom.llm.client import Form, TokenCount, ask_model, json_objects
from bioloom.llm.streaming_json import JsonTextStream
from bioloom.records import Evidence, EvidenceEdge, SubgraphNode
from bioloom.settings import Settings

SEARCHES = 2
"""Times that a model may ask for more evidence."""

LONGEST_SEARCH = 300
"""Characters of what it searches for."""

Search: TypeAlias = Callable[[str], Sequence[Evidence]]
"""Finds evidence for words."""

LONGEST_EVIDENCE = 24_000
"""Characters of evidence in one prompt; what lies beyond is left out, the best evidence first."""


def lay_out(evidence: Sequence[Evidence], mark: str) -> str:
    """Number and delimit evidence; a subgraph is one line an edge, ``head –relation→ tail`` with types."""
    pieces: list[str] = []
    room = LONGEST_EVIDENCE
    for number, piece in enumerate(evidence, 1):
        laid = _piece(number, piece, mark)
        if len(laid) > room and pieces:
            break
        pieces.append(laid[:room])
        room -= len(laid)
    return "\n".join((f"<evidence-{mark}>", *pieces, f"</evidence-{mark}>"))


def _piece(number: int, piece: Evidence, mark: str) -> str:
    lines = [f"[{number}]"]
    if piece.document_title:
        lines.append(f"document: {piece.document_title}")
    if piece.assertion_id:
        against = any(edge.negated for edge in piece.subgraph.edges)
        lines.append(f"assertion from {piece.source}" + (" (against)" if against else ""))
    if piece.endpoint:
        lines.append(f"statement of {piece.source}, fetched from {piece.endpoint} on {piece.retrieved_on}")
    if piece.before:
        lines.append(f"before: {piece.before}")
    lines.append(f"text: {piece.text}")
    if piece.supporting_text:
        lines.append(f"stated in: {piece.supporting_text}")
    if piece.after:
        lines.append(f"after: {piece.after}")
    nodes = {node.id: node for node in piece.subgraph.nodes}
    graph = [
        _edge(edge, nodes) for edge in piece.subgraph.edges if edge.subject in nodes and edge.object in nodes
    ]
    if graph:
        lines += ["graph:", *graph]
    return "\n".join(inert(line, mark) for line in lines)


def _edge(edge: EvidenceEdge, nodes: dict[str, SubgraphNode]) -> str:
    subject, relation, object_ = edge.stated
    head, tail = nodes[subject], nodes[object_]
    negation = "not " if edge.negated else ""
    return f"{head.name} ({head.type}) –{negation}{relation}→ {tail.name} ({tail.type})"


_PROMPT = "answering/prompts/ask.md"


class _CitationReply(BaseModel):
    model_config = ConfigDict(extra="ignore")
    id: int
    quote: str


class _SentenceReply(BaseModel):
    model_config = ConfigDict(extra="ignore")
    text: str
    citations: list[_CitationReply] = []


class _Reply(BaseModel):
    model_config = ConfigDict(extra="ignore")
    abstain: bool = False
    reason: str = ""
    search: str = ""
    sentences: list[_SentenceReply] = []


class LanguageModelReader:
    """Lets the model of the settings write; `fallback` reads where there is no evidence, or no model in time.

    `search` finds more evidence for words that the model asks for, twice at most (SPEC T20); `heard` is told
    the draft as it is written.
    """

    def __init__(
        self,
        fallback: Reader,
        *,
        search: Search = lambda words: (),
        patience: Patience | None = None,
        heard: Callable[[str], None] | None = None,
    ) -> None:
        self._fallback, self._search, self._patience, self._heard = fallback, search, patience, heard

    def read(self, context: ReadingContext) -> Draft | None:
        """Write a draft from all evidence; the draft of the fallback says why the model did not write."""
        if not context.evidence:
            return self._fallback.read(context)
        settings, question, evidence = context.settings, context.question.text, context.evidence
        spent = TokenCount()
        searched: set[str] = set()
        try:
            while True:
                draft = write_draft(
                    settings, question, evidence, patience=self._patience, heard=self._heard, spent=spent
                )
                words = " ".join(draft.search.split())[:LONGEST_SEARCH]
                if not words or words in searched or len(searched) == SEARCHES:
                    break
                searched.add(words)
                known = {(piece.sentence_id, piece.assertion_id) for piece in evidence}
                found = self._search(words)
                more = [piece for piece in found if (piece.sentence_id, piece.assertion_id) not in known]
                if not more:
                    break
                evidence = (*more, *evidence)
        except ModelUnavailable as error:
            local = self._fallback.read(context)
            return local and replace(local, model=f"local (model unavailable: {error})")
        tokens = _costs(spent, settings)
        return replace(draft, evidence=evidence, model=settings.llm_model or "", tokens=tokens)


def _costs(spent: TokenCount, settings: Settings) -> dict[str, float]:
    """Give what was spent, with its price where the settings name one for a million tokens (SPEC T11)."""
    costs: dict[str, float] = asdict(spent)
    if settings.llm_price is not None:
        read, written = settings.llm_price
        costs["price"] = round((spent.prompt * read + spent.completion * written) / 1e6, 6)
    return costs


def write_draft(
    settings: Settings,
    question: str,
    evidence: Sequence[Evidence],
    *,
    patience: Patience | None = None,
    heard: Callable[[str], None] | None = None,
    spent: TokenCount | None = None,
) -> Draft:
    """Let the model of the settings write an answer; its citations are not yet checked.

    With `heard` the model streams, and its sentences are told as they are written. ModelUnavailable if it
    cannot be reached in time or does not answer in the agreed form.
    """
    mark = secrets.token_hex(4)
    turn = prompt(_PROMPT).fill(evidence=lay_out(evidence, mark), mark=mark, question=question[:10_000])
    form = Form("cited_answer", _Reply.model_json_schema(), parse_reply)
    if heard is None:
        return ask_model(settings, turn, form, patience=patience, spent=spent)
    pieces = JsonTextStream("text")

    def tell(part: str) -> None:
        if said := pieces.feed(part):
            heard(said)

    return ask_model(settings, turn, form, patience=patience, heard=tell, spent=spent)


def parse_reply(text: str) -> Draft:
    """Read a model's reply, also inside a code fence or between other words.

    >>> parse_reply('```json\\n{"abstain": true, "reason": "no evidence"}\\n```').reason
    'no evidence'
    """
    for found in json_objects(text):
        try:
            reply = _Reply.model_validate(found)
        except ValidationError:
            continue
        if reply.abstain or not reply.sentences:
            reason = reply.reason.strip() or "the model found no answer in the evidence"
            return replace(abstain(reason), search=reply.search)
        sentences = tuple(
            DraftSentence(sentence.text, tuple(Quote(cited.id, cited.quote) for cited in sentence.citations))
            for sentence in reply.sentences
        )
        return Draft(sentences, confidence=1.0, search=reply.search)
    raise BadModelAnswer("the language model did not answer with the JSON that was asked for")
