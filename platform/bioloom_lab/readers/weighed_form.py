"""Reply form with the log-probabilities of the tokens that a model wrote, where an endpoint gives them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from bioloom.llm.client import Form

T = TypeVar("T")

MOST_ALTERNATIVES = 20
"""How many alternatives to a token an endpoint is asked for."""


@dataclass(frozen=True, slots=True)
class ReplyToken:
    """A token that a model wrote: its log-probability, and those of its alternatives."""

    text: str
    weight: float
    alternatives: Mapping[str, float]


@dataclass(frozen=True)
class WeighedForm(Form[T]):
    """Form of a reply that `weigh` reads with its tokens; where an endpoint gives none there are none."""

    weigh: Callable[[str, tuple[ReplyToken, ...]], T]

    @property
    def options(self) -> dict[str, Any]:
        """What an endpoint is asked for beside an answer."""
        return {**super().options, "logprobs": True, "top_logprobs": MOST_ALTERNATIVES}

    def read(self, reply: str, choice: object) -> T:
        """Read a reply and its tokens."""
        return self.weigh(reply, reply_tokens(choice))


def reply_tokens(choice: object) -> tuple[ReplyToken, ...]:
    """Read the tokens of a choice; none where the endpoint does not give them, or in no form that we know."""
    given = getattr(getattr(choice, "logprobs", None), "content", None)
    if not isinstance(given, list):
        return ()
    try:
        return tuple(
            ReplyToken(
                str(each.token),
                float(each.logprob),
                {str(other.token): float(other.logprob) for other in each.top_logprobs or ()},
            )
            for each in given
        )
    except (AttributeError, TypeError, ValueError):
        return ()
