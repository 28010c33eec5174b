"""Answers written by a language model behind an OpenAI-compatible endpoint."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence

from pydantic import BaseModel, ConfigDict, ValidationError

from bioloom.answering.draft import Draft, DraftSentence, Quote, abstain
from bioloom.answering.prompting import lay_out
from bioloom.errors import BadModelAnswer
from bioloom.llm import Patience, prompt
from bioloom.llm.conversation import Form, ask_model, json_objects
from bioloom.llm.pieces import Pieces
from bioloom.records import Evidence
from bioloom.settings import Settings

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
    sentences: list[_SentenceReply] = []


def write_draft(
    settings: Settings,
    question: str,
    evidence: Sequence[Evidence],
    *,
    patience: Patience | None = None,
    heard: Callable[[str], None] | None = None,
) -> Draft:
    """Let the model of the settings write an answer; its citations are not yet checked.

    With `heard` the model streams, and its sentences are told as they are written. ModelUnavailable if it
    cannot be reached in time or does not answer in the agreed form.
    """
    mark = secrets.token_hex(4)
    turn = prompt(_PROMPT).fill(evidence=lay_out(evidence, mark), mark=mark, question=question[:10_000])
    form = Form("cited_answer", _Reply.model_json_schema(), parse_reply)
    if heard is None:
        return ask_model(settings, turn, form, patience=patience)
    pieces = Pieces("text")

    def tell(part: str) -> None:
        if said := pieces.feed(part):
            heard(said)

    return ask_model(settings, turn, form, patience=patience, heard=tell)


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
            return abstain(reply.reason.strip() or "the model found no answer in the evidence")
        sentences = tuple(
            DraftSentence(sentence.text, tuple(Quote(cited.id, cited.quote) for cited in sentence.citations))
            for sentence in reply.sentences
        )
        return Draft(sentences, confidence=1.0)
    raise BadModelAnswer("the language model did not answer with the JSON that was asked for")
