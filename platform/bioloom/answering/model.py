"""Answers written by a language model behind an OpenAI-compatible endpoint."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import openai
import stamina
from pydantic import BaseModel, ConfigDict, ValidationError

from bioloom.answering.draft import Draft, DraftSentence, Quote, abstain
from bioloom.answering.patience import Patience
from bioloom.answering.prompting import lay_out, prompt
from bioloom.errors import ModelUnavailable
from bioloom.records import Evidence
from bioloom.settings import Settings

RETRYABLE = (
    openai.APIConnectionError,
    openai.APITimeoutError,
    openai.RateLimitError,
    openai.InternalServerError,
)


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
    settings: Settings, question: str, evidence: Sequence[Evidence], *, patience: Patience | None = None
) -> Draft:
    """Let the model of the settings write an answer; its citations are not yet checked.

    ModelUnavailable if it cannot be reached in time or does not answer in the agreed form.
    """
    mark = secrets.token_hex(4)
    system, user = prompt("ask").fill(evidence=lay_out(evidence, mark), mark=mark, question=question[:10_000])
    messages = [{"role": "system", "content": system}, {"role": "user", "content": user}]
    limits = patience or Patience()
    # A thread of its own, so that it also works where an event loop already runs (notebooks).
    with ThreadPoolExecutor(max_workers=1) as thread:
        text = thread.submit(asyncio.run, _converse(settings, messages, limits)).result()
    return parse_reply(text)


def parse_reply(text: str) -> Draft:
    """Read a model's reply, also inside a code fence or between other words.

    >>> parse_reply('```json\\n{"abstain": true, "reason": "no evidence"}\\n```').reason
    'no evidence'
    """
    start = text.find("{")
    while start >= 0:
        try:
            found, _ = json.JSONDecoder().raw_decode(text, start)
            reply = _Reply.model_validate(found)
        except (json.JSONDecodeError, ValidationError, RecursionError):
            start = text.find("{", start + 1)
            continue
        if reply.abstain or not reply.sentences:
            return abstain(reply.reason.strip() or "the model found no answer in the evidence")
        sentences = tuple(
            DraftSentence(sentence.text, tuple(Quote(cited.id, cited.quote) for cited in sentence.citations))
            for sentence in reply.sentences
        )
        return Draft(sentences, confidence=1.0)
    raise ModelUnavailable("the language model did not answer with the JSON that was asked for")


async def _converse(settings: Settings, messages: list[dict[str, str]], limits: Patience) -> str:
    key = settings.llm_key.get_secret_value() if settings.llm_key else "none"
    try:
        async with (
            asyncio.timeout(limits.total),
            openai.AsyncOpenAI(
                base_url=settings.llm_url, api_key=key, timeout=limits.call, max_retries=0
            ) as client,
        ):
            return await _ask(client, settings.llm_model or "", messages, limits)
    except TimeoutError as error:
        raise ModelUnavailable(
            f"{settings.llm_url} did not answer within {limits.total:g} seconds"
        ) from error
    except (openai.AuthenticationError, openai.PermissionDeniedError) as error:
        raise ModelUnavailable(f"{settings.llm_url} refused the key: set BIOLOOM_LLM_KEY") from error
    except openai.NotFoundError as error:
        raise ModelUnavailable(
            f"{settings.llm_url} has no model {settings.llm_model!r}: "
            "set BIOLOOM_LLM_URL and BIOLOOM_LLM_MODEL"
        ) from error
    except (openai.OpenAIError, httpx.HTTPError, httpx.InvalidURL, ValueError, UnicodeError) as error:
        raise ModelUnavailable(f"{settings.llm_url}: {' '.join(str(error).split())[:200]}") from error


async def _ask(
    client: openai.AsyncOpenAI, model: str, messages: list[dict[str, str]], limits: Patience
) -> str:
    """Ask once in the strictest form that the endpoint takes; again, once, if the reply is no JSON."""
    form: dict[str, Any] = {
        "response_format": {
            "type": "json_schema",
            "json_schema": {"name": "cited_answer", "schema": _Reply.model_json_schema()},
        }
    }
    try:
        text = await _call(client, model, messages, form, limits)
    except (openai.BadRequestError, openai.UnprocessableEntityError):
        form = {}
        text = await _call(client, model, messages, form, limits)
    try:
        parse_reply(text)
    except ModelUnavailable:
        text = await _call(client, model, messages, form, limits)
    return text


async def _call(
    client: openai.AsyncOpenAI,
    model: str,
    messages: list[dict[str, str]],
    form: dict[str, Any],
    limits: Patience,
) -> str:
    async for attempt in stamina.retry_context(
        on=RETRYABLE,
        attempts=limits.attempts,
        timeout=limits.total,
        wait_initial=limits.first_wait,
        wait_max=8.0,
    ):
        with attempt:
            completion: Any = await client.chat.completions.create(
                model=model,
                messages=messages,  # type: ignore[arg-type]
                temperature=0,
                **form,
            )
    choices = getattr(completion, "choices", None)
    message = choices[0].message if choices else None
    return (message.content or "") if message else ""
