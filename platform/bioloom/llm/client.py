"""Language-model client: questions with one reply of an agreed form each; retried, timed, checked."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import httpx
import openai
import stamina

from bioloom.errors import BadModelAnswer, ModelRefused, ModelUnavailable
from bioloom.llm.model_places import VISIT, ModelVisit
from bioloom.llm.secret_masking import shown_address, without_secrets
from bioloom.llm.timeouts import Patience
from bioloom.settings import Settings
from bioloom.thread_memory import ThreadPool

T = TypeVar("T")
Turn = tuple[str, ...]
"""A system text, then what the user and the assistant say in turn; the user has the last word."""

RETRYABLE = (
    openai.APIConnectionError,
    openai.APITimeoutError,
    openai.RateLimitError,
    openai.InternalServerError,
)
_NO_FORM = (openai.BadRequestError, openai.UnprocessableEntityError)
_REFUSALS = (*_NO_FORM, openai.InternalServerError)
_FAULTS = (openai.OpenAIError, httpx.HTTPError, httpx.InvalidURL, ValueError, UnicodeError)
AT_ONCE = 8

LONGEST_REPLY = 256 * 1024
"""Characters of a reply; a longer one is not read."""

LARGEST_BODY = 16 * LONGEST_REPLY
"""Bytes of a body that are read: JSON writes a character in 12 at most, and something stands around them."""

LARGEST_STREAM = 256 * LONGEST_REPLY
"""Bytes of a stream that are read; each of its pieces comes in an object of its own."""

_ENCODING = frozenset({"content-encoding", "content-length", "transfer-encoding"})
_COUNTED: dict[str, Any] = {"stream_options": {"include_usage": True}}


@dataclass
class TokenCount:
    """What questions cost: calls of the endpoint, and the tokens that it says it read and wrote."""

    calls: int = 0
    prompt: int = 0
    completion: int = 0

    def add(self, usage: object) -> None:
        """Count one call; an endpoint that counts no tokens, or tells no number, adds none."""
        self.calls += 1
        self.prompt += _counted(usage, "prompt_tokens")
        self.completion += _counted(usage, "completion_tokens")


def _counted(usage: object, name: str) -> int:
    told = getattr(usage, name, None)
    return int(told) if isinstance(told, int | float) and 0 <= told < 1e12 else 0


@dataclass(frozen=True)
class Form(Generic[T]):
    """Form of a reply: a JSON schema to ask for (None for plain lines), and its parser.

    `parse` raises BadModelAnswer for a reply that is not of the form.
    """

    name: str
    schema: dict[str, Any] | None
    parse: Callable[[str], T]

    @property
    def options(self) -> dict[str, Any]:
        """What an endpoint is asked for beside an answer."""
        if self.schema is None:
            return {}
        schema = {"name": self.name, "schema": self.schema}
        return {"response_format": {"type": "json_schema", "json_schema": schema}}

    @property
    def ways(self) -> tuple[dict[str, Any], ...]:
        """Ways to ask for it, the strictest first: by its options, by a function to call, in words."""
        if self.schema is None:
            return (self.options, {}) if self.options else ({},)
        function = {"name": self.name, "parameters": self.schema}
        called = {"tools": [{"type": "function", "function": function}], "tool_choice": "required"}
        return self.options, called, {}

    def read(self, reply: str, choice: object) -> T:
        """Read a reply; `choice` is what the endpoint gave of it, None where it was streamed."""
        return self.parse(reply)


def ask_model(
    settings: Settings,
    turn: Turn,
    form: Form[T],
    *,
    patience: Patience | None = None,
    heard: Callable[[str], None] | None = None,
    spent: TokenCount | None = None,
) -> T:
    """Ask the model of the settings once; a reply not of the form is asked for once more.

    With `heard` the first reply is streamed and told piece by piece, from another thread; an endpoint that
    does not stream is asked as usual, and nothing is told. `spent` counts what it costs.
    ModelUnavailable if it cannot be reached in time, BadModelAnswer if it does not keep to the form.
    """
    answer = ask_model_each(settings, [turn], form, patience=patience, heard=heard, spent=spent)[0]
    if isinstance(answer, ModelUnavailable):
        raise answer
    return answer


def ask_model_each(
    settings: Settings,
    turns: Sequence[Turn],
    form: Form[T],
    *,
    patience: Patience | None = None,
    heard: Callable[[str], None] | None = None,
    spent: TokenCount | None = None,
) -> list[T | ModelUnavailable]:
    """Ask several questions, some at once; what failed stands in its place as the error.

    When one cannot reach the model in spite of its retries, those not yet begun fail at once with the same
    error, so that a model that is down costs one wait and not one a question. `heard` is for one question.
    Within a visit (`bioloom.llm.model_places`) all fail at once where it has no place, or is given up.
    """
    limits = patience or Patience()
    visit = VISIT.get()
    refusal = visit.refusal() if visit is not None else None
    if refusal is not None:
        return [refusal] * len(turns)
    # A thread of its own, so that it also works where an event loop already runs (notebooks, the service).
    with ThreadPool(max_workers=1) as thread:
        asking = _ask_all(settings, turns, form, limits, heard, spent)
        if visit is not None:
            asking = _unless_given_up(visit, asking, len(turns))
        return thread.submit(asyncio.run, asking).result()


async def _unless_given_up(
    visit: ModelVisit, asking: Coroutine[Any, Any, list[T | ModelUnavailable]], count: int
) -> list[T | ModelUnavailable]:
    """Ask until the visit is given up: then the connections are closed, and every question fails."""
    loop, task = asyncio.get_running_loop(), asyncio.ensure_future(asking)
    with visit.ended_by(lambda: loop.call_soon_threadsafe(task.cancel)):
        try:
            return await task
        except asyncio.CancelledError:
            if (error := visit.given_up) is None:
                raise
            return [error] * count


@dataclass
class _AskedClient(Generic[T]):
    """HTTP client for several questions, and whether the endpoint is down or refuses schemas."""

    client: openai.AsyncOpenAI
    settings: Settings
    form: Form[T]
    limits: Patience
    dead: ModelUnavailable | None = None
    ways: tuple[dict[str, Any], ...] = ({},)
    """The ways to ask that the endpoint has not refused."""
    heard: Callable[[str], None] | None = None
    spent: TokenCount | None = None
    counts: bool = True
    """Whether the endpoint takes the request to tell the tokens of a stream."""

    async def ask(self, turn: Turn) -> T | ModelUnavailable:
        if self.dead is not None:
            return self.dead
        try:
            async with asyncio.timeout(self.limits.total):
                return await self._twice(turn)
        except BadModelAnswer as error:
            return error
        except TimeoutError:
            return self._gone(f"did not answer within {self.limits.total:g} seconds")
        except (openai.AuthenticationError, openai.PermissionDeniedError):
            return self._gone("refused the key: set BIOLOOM_LLM_KEY")
        except openai.NotFoundError:
            return self._gone(
                f"has no model {self.settings.llm_model!r}: set BIOLOOM_LLM_URL and BIOLOOM_LLM_MODEL"
            )
        except _NO_FORM as error:  # this question is not to its liking; the next may be
            return ModelRefused(_told(self.settings, error))
        except _FAULTS as error:
            if isinstance(error, openai.APIStatusError) and error.response.is_redirect:
                return self._gone("leads to another address, which is not asked: set BIOLOOM_LLM_URL to it")
            return self._gone(error)

    def _gone(self, why: str | Exception) -> ModelUnavailable:
        self.dead = ModelUnavailable(_told(self.settings, why))
        return self.dead

    async def _twice(self, turn: Turn) -> T:
        """Ask in the strictest form that the endpoint takes; again, once, if the reply is not of the form."""
        ways = self.ways
        while True:
            try:
                reply = await self._call(turn, ways[0])
                break
            except _REFUSALS as error:
                if len(ways) == 1 or not _refuses(error, ways[0]):
                    raise
                self.ways = ways = ways[1:]
        try:
            return self.form.read(*reply)
        except BadModelAnswer:
            return self.form.read(*await self._call(turn, ways[0]))

    async def _call(self, turn: Turn, extras: dict[str, Any]) -> tuple[str, object]:
        roles = ("system", *("user", "assistant") * (len(turn) // 2))
        said: Any = [{"role": role, "content": text} for role, text in zip(roles, turn, strict=False)]
        async for attempt in stamina.retry_context(
            on=lambda error: isinstance(error, RETRYABLE) and not _refuses(error, extras),
            attempts=self.limits.attempts,
            timeout=self.limits.total,
            wait_initial=self.limits.first_wait,
            wait_jitter=2 * self.limits.first_wait,
            wait_max=8.0,
        ):
            with attempt:
                if self.heard is not None and (streamed := await self._stream(said, extras, self.heard)):
                    return streamed, None
                completion: Any = await self._create(
                    {
                        "model": self.settings.llm_model or "",
                        "messages": said,
                        "temperature": 0,
                        **extras,
                    }
                )
        self._count(getattr(completion, "usage", None))
        choice = _first(completion)
        return _bounded(_content(choice, "message")), choice

    async def _stream(self, said: Any, extras: dict[str, Any], heard: Callable[[str], None]) -> str:
        """Stream the reply; after a retry, pieces that were passed on before are not passed on again."""
        parts: list[str] = []
        usage, length = None, 0
        chunks = await self._open_stream(said, extras)
        try:
            async for chunk in chunks:
                usage = getattr(chunk, "usage", None) or usage
                part = _content(_first(chunk), "delta")
                length += len(part)
                if length > LONGEST_REPLY:
                    break
                if part:
                    self.heard = None
                    parts.append(part)
                    heard(part)
        finally:
            if parts:
                self._count(usage)
        self.heard = None
        return _bounded("".join(parts), length)

    async def _open_stream(self, said: Any, extras: dict[str, Any]) -> Any:
        """Ask for a stream that ends with its tokens, or for one without if the endpoint refuses that."""
        asked: dict[str, Any] = {
            "model": self.settings.llm_model or "",
            "messages": said,
            "temperature": 0,
            "stream": True,
            **extras,
        }
        if self.counts:
            try:
                return await self._create(asked | _COUNTED)
            except _NO_FORM:
                chunks = await self._create(asked)
                self.counts = False
                return chunks
        return await self._create(asked)

    async def _create(self, asked: dict[str, Any]) -> Any:
        """Send a request; BadModelAnswer, which is not tried again, where the body is too long to be read."""
        try:
            return await self.client.chat.completions.create(**asked)
        except openai.APIConnectionError as error:
            if isinstance(error.__cause__, BadModelAnswer):
                raise error.__cause__ from None
            raise

    def _count(self, usage: object) -> None:
        if self.spent is not None:
            self.spent.add(usage)


class _BoundedClient(httpx.AsyncClient):
    """HTTP client that reads no body without end; BadModelAnswer where one goes on beyond its bound."""

    async def send(self, request: httpx.Request, *, stream: bool = False, **options: Any) -> httpx.Response:
        """Send a request; the body of the response is decoded and counted while it is read."""
        received = await super().send(request, stream=True, **options)
        headers = [(name, each) for name, each in received.headers.multi_items() if name not in _ENCODING]
        response = httpx.Response(
            received.status_code,
            headers=headers,
            stream=_BoundedBody(received, LARGEST_STREAM if stream else LARGEST_BODY),
            request=request,
            extensions=received.extensions,
        )
        if not stream:
            try:
                await response.aread()
            finally:
                await response.aclose()
        return response


class _BoundedBody(httpx.AsyncByteStream):
    def __init__(self, received: httpx.Response, most: int) -> None:
        self._received, self._most = received, most

    async def __aiter__(self) -> AsyncIterator[bytes]:
        length = 0
        async for part in self._received.aiter_bytes():
            length += len(part)
            if length > self._most:
                raise _too_long()
            yield part

    async def aclose(self) -> None:
        await self._received.aclose()


async def _ask_all(
    settings: Settings,
    turns: Sequence[Turn],
    form: Form[T],
    limits: Patience,
    heard: Callable[[str], None] | None,
    spent: TokenCount | None,
) -> list[T | ModelUnavailable]:
    key = settings.llm_key.get_secret_value() if settings.llm_key else "none"
    try:
        http: Any = _BoundedClient(follow_redirects=False)  # openai 3 declares only httpx2, but takes httpx
        async with openai.AsyncOpenAI(
            base_url=settings.llm_url,
            api_key=key,
            timeout=limits.call,
            max_retries=0,
            http_client=http,
        ) as client:
            asked = _AskedClient(client, settings, form, limits, ways=form.ways, heard=heard, spent=spent)
            places = asyncio.Semaphore(AT_ONCE)

            async def one(turn: Turn) -> T | ModelUnavailable:
                async with places:
                    return await asked.ask(turn)

            return await asyncio.gather(*(one(turn) for turn in turns))
    except _FAULTS as error:
        return [ModelUnavailable(_told(settings, error))] * len(turns)


def _first(reply: object) -> object:
    choices = getattr(reply, "choices", None)
    return choices[0] if isinstance(choices, list) and choices else None


def _content(choice: object, name: str) -> str:
    """Give what a choice says, and the arguments of the functions that it calls; some endpoints give these
    as an object and not as its text."""
    message = getattr(choice, name, None)
    calls = getattr(message, "tool_calls", None)
    called = calls if isinstance(calls, list) else []
    texts = [getattr(message, "content", None)]
    texts += [getattr(getattr(each, "function", None), "arguments", None) for each in called]
    return "".join(
        json.dumps(each) if isinstance(each, dict) else each for each in texts if isinstance(each, str | dict)
    )


def _refuses(error: Exception, sent: Mapping[str, Any]) -> bool:
    """Say whether an endpoint refuses the way in which it is asked; llama.cpp answers functions that it
    cannot call with the status 500."""
    return isinstance(error, _NO_FORM) or ("tools" in sent and isinstance(error, openai.InternalServerError))


def _bounded(reply: str, length: int = 0) -> str:
    """Give a reply back; BadModelAnswer for one that is too long to be read."""
    if max(length, len(reply)) > LONGEST_REPLY:
        raise _too_long()
    return reply


def _too_long() -> BadModelAnswer:
    return BadModelAnswer(f"the language model wrote more than {LONGEST_REPLY:,} characters")


def _told(settings: Settings, why: str | Exception) -> str:
    """Say in one line what an endpoint failed by, without its secrets."""
    told = without_secrets(" ".join(str(why).split()), settings)
    return f"{shown_address(settings.llm_url or '')} {told[:200]}"
