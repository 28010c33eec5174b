"""Language-model reader: an answer written by a model behind an OpenAI-compatible endpoint."""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from typing import Any, TypeAlias

from pydantic import BaseModel, ConfigDict, ValidationError, model_validator

from bioloom.answering.composition.citation_verification import verifiable, without_marks
from bioloom.answering.composition.draft_answer import Draft, DraftSentence, Quote, abstain
from bioloom.answering.readers.model_constraints import keep_to_question
from bioloom.answering.readers.reading_context import Reader, ReadingContext
from bioloom.errors import BadModelAnswer, ModelUnavailable
from bioloom.graph.deadline import seconds_left
from bioloom.llm import Patience, inert, inert_line, prompt
from bioloom.llm.client import Form, TokenCount, ask_model
from bioloom.llm.reply_parsing import json_objects, thoughtless
from bioloom.llm.streaming_json import JsonTextStream
from bioloom.records import Evidence, EvidenceEdge, SubgraphNode
from bioloom.settings import Settings

SEARCHES = 2
"""Times that a model may ask for more evidence."""

LONGEST_SEARCH = 300
"""Characters of what it searches for."""

Search: TypeAlias = Callable[[str], Sequence[Evidence]]
"""Finds evidence for words."""

MOST_SENTENCES = 20
"""Sentences that are read of a reply; the prompt asks for five at most."""

LONGEST_SENTENCE = 2_000
"""Characters of one of them; a longer one is dropped."""

LONGEST_REASON = 300
"""Characters of its reason to give no answer."""

LOCAL_SECONDS = 15.0
"""Seconds of a request that are kept for the local answer, at most a quarter of what is left."""

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
    if piece.section:
        lines.append(f"section: {piece.section}")
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
_NO_MARK = "\0"
NOT_VERIFIED = "no sentence of the language model's answer could be verified against the evidence"
NOT_ASKED = "no sentence of the language model's answer keeps to what the question asks for"
NO_ANSWER = "The language model found no answer in the evidence."
READ_LOCALLY = "Without it this is read:"


class _Part(BaseModel):
    model_config = ConfigDict(extra="ignore")

    @model_validator(mode="before")
    @classmethod
    def without_nulls(cls, reply: Any) -> Any:
        """Read null as a field that is left away."""
        return (
            {key: each for key, each in reply.items() if each is not None}
            if isinstance(reply, dict)
            else reply
        )


class _CitationReply(_Part):
    id: int
    quote: str


class _SentenceReply(_Part):
    text: str
    citations: list[_CitationReply] = []


class _Reply(_Part):
    abstain: bool = False
    reason: str = ""
    search: str = ""
    sentences: list[_SentenceReply] = []


class LanguageModelReader:
    """Lets the model of the settings write; `fallback` reads where there is no evidence, no model in time,
    or nothing in what it wrote that can be verified.

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
        """Write a draft from all evidence; the draft of the fallback says why the model did not write.

        So it does where no sentence of the model's stands in its evidence.
        Within a deadline the model has what is left of it, but for what the fallback needs.
        """
        if not context.evidence:
            return self._fallback.read(context)
        settings, question, evidence = context.settings, context.question.text, context.evidence
        spent = TokenCount()
        searched: set[str] = set()
        try:
            while True:
                patience = _within_deadline(self._patience or Patience())
                draft = write_draft(
                    settings, question, evidence, patience=patience, heard=self._heard, spent=spent
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
            local = self._fallback.read(context) or abstain("")
            model, tokens = f"local (model unavailable: {error})", _costs(spent, settings)
            return replace(local, model=model, model_error=str(error), tokens=tokens if spent.calls else {})
        tokens = _costs(spent, settings)
        model = settings.llm_model or ""
        draft = replace(draft, evidence=evidence, model=model, by_model=True, tokens=tokens)
        local = self._fallback.read(context) or abstain("")
        if draft.abstained:
            return _with_known(draft, local)
        if (kept := keep_to_question(draft, context, local)) is not None:
            return kept
        why = NOT_ASKED if verifiable(draft, question) else NOT_VERIFIED
        return replace(local, model=f"local (model not verified: {why})", model_error=why, tokens=tokens)


def _with_known(draft: Draft, local: Draft) -> Draft:
    """Show beside the reason of a model that abstains what is read without it."""
    parts = local.parts or (local,)
    refused = [part.reason for part in parts if part.abstained and part.reason]
    sentences = tuple(said for part in parts for said in part.sentences)
    known = " ".join(refused if local.abstained else (READ_LOCALLY,))
    reason = f"{draft.reason.rstrip('.')}. {known}" if known else draft.reason
    return replace(draft, reason=reason, sentences=sentences, evidence=local.evidence, by_model=False)


def _within_deadline(patience: Patience) -> Patience:
    left = seconds_left()
    if left is None:
        return patience
    return replace(patience, total=min(patience.total, round(left - min(LOCAL_SECONDS, left / 4), 1)))


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

    Of several objects the last that answers or abstains is the reply.

    >>> parse_reply('```json\\n{"abstain": true, "reason": "no evidence"}\\n```').abstained
    True
    """
    for found in reversed([*json_objects(thoughtless(text))]):
        if not {"abstain", "sentences"} & found.keys():
            continue
        try:
            reply = _Reply.model_validate(found)
        except ValidationError:
            continue
        sentences = () if reply.abstain else _sentences(reply)
        if not sentences:
            return replace(abstain(_reason(reply)), search=reply.search)
        return Draft(sentences, search=reply.search)
    raise BadModelAnswer("the language model did not answer with the JSON that was asked for")


def _sentences(reply: _Reply) -> tuple[DraftSentence, ...]:
    """List what a reply says, each sentence once with all its quotes."""
    said: dict[str, dict[Quote, None]] = {}
    for each in reply.sentences:
        text = inert_line(each.text, _NO_MARK)
        if len(text) <= LONGEST_SENTENCE and any(map(str.isalnum, without_marks(text))):
            said.setdefault(text, {}).update(
                dict.fromkeys(Quote(one.id, one.quote) for one in each.citations)
            )
    return tuple(DraftSentence(text, tuple(quotes)) for text, quotes in said.items())[:MOST_SENTENCES]


def _reason(reply: _Reply) -> str:
    """Word why the model gives no answer; its own words are quoted, without marks of citations."""
    own = without_marks(inert_line(reply.reason, _NO_MARK))[:LONGEST_REASON].strip()
    return f"{NO_ANSWER} Its reason, which is not verified: “{own}”" if own else NO_ANSWER
