"""Candidate choice by a language model (SPEC R13, R14, R20)."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bioloom.errors import BadModelAnswer, ModelUnavailable
from bioloom.llm import Patience, inert, inert_line, prompt
from bioloom.llm.reply_parsing import json_objects, thoughtless
from bioloom.records.predicate_mapping import Claim
from bioloom.settings import Settings

PROMPT = "standardization/relate/prompts/choose.md"

NO_PREDICATE, OUT_OF_LIST = "NO_PREDICATE", "MODEL_OUT_OF_LIST"
UNAVAILABLE, BAD_ANSWER = "MODEL_UNAVAILABLE", "MODEL_BAD_ANSWER"

SECOND_VOTE = 0.6
"""Similarity of a candidate from which a first 'none' is asked again (SPEC R20: candidates of 0.632 and
0.661 were rejected wrongly)."""

_LONGEST_TEXT = 8_000
_LONGEST_NAME = 500
_TRUE = frozenset({"true", "yes", "1"})
_FALSE = frozenset({"false", "no", "0", ""})
_NONE = frozenset({"none", "null", "noneoftheabove", "nomatch", ""})


@dataclass(frozen=True, slots=True)
class Option:
    """Candidate in a prompt: its key, its meaning, and its similarity to the phrase."""

    key: str
    meaning: str
    similarity: float


@dataclass(frozen=True, slots=True)
class Choice:
    """Choice of the model: one of the keys, or None and the reason code."""

    key: str | None
    negated: bool = False
    swap: bool = False
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class ChoiceReply:
    """Reply of the model as it was parsed, not yet checked."""

    predicate: str
    negated: bool
    swap: bool


SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "mapped_predicate": {"type": "string"},
        "negated": {"type": "string", "enum": ["True", "False"]},
        "swap": {"type": "string", "enum": ["True", "False"]},
    },
    "required": ["mapped_predicate", "negated", "swap"],
    "additionalProperties": False,
}


class LlmChooser:
    """Asks the language model of the settings which candidate says what a claim says."""

    def __init__(self, settings: Settings, *, patience: Patience | None = None) -> None:
        self._settings = settings
        self._patience = patience
        self.name = f"llm:{settings.llm_model}"

    def choose(self, claims: Sequence[Claim], options: Sequence[Sequence[Option]]) -> list[Choice]:
        """Choose for each claim among its options; a choice without key says why there is none.

        A 'none' for a claim with a candidate at or over SECOND_VOTE is asked again with the candidates in
        the opposite order, and holds only if it comes again. Claims without options are not asked.
        """
        found = self._ask(claims, options)
        doubted = [
            place
            for place, choice in enumerate(found)
            if choice.reason == NO_PREDICATE
            and any(option.similarity >= SECOND_VOTE for option in options[place])
        ]
        again = self._ask([claims[n] for n in doubted], [options[n][::-1] for n in doubted])
        for place, choice in zip(doubted, again, strict=True):
            found[place] = choice
        return found

    def _ask(self, claims: Sequence[Claim], options: Sequence[Sequence[Option]]) -> list[Choice]:
        from bioloom.llm.client import Form, ask_model_each  # openai takes half a second to import

        asked = [place for place, offered in enumerate(options) if offered]
        form = Form("mapped_predicate", SCHEMA, parse_choice)
        turns = [lay_out(claims[place], options[place]) for place in asked]
        replies = ask_model_each(self._settings, turns, form, patience=self._patience) if turns else []
        found = [Choice(None, reason=NO_PREDICATE)] * len(claims)
        for place, reply in zip(asked, replies, strict=True):
            found[place] = _judge(reply, options[place])
        return found


def lay_out(claim: Claim, options: Sequence[Option]) -> tuple[str, str]:
    """Fill the prompt: the claim as delimited data, the candidates as a list that only we write."""
    mark = secrets.token_hex(4)
    lines = (
        f"{place}. {option.key}: {inert_line(option.meaning, mark)}"
        for place, option in enumerate(options, 1)
    )
    return prompt(PROMPT).fill(
        subject=inert_line(claim.subject[:_LONGEST_NAME], mark),
        object=inert_line(claim.object[:_LONGEST_NAME], mark),
        relationship=inert_line(claim.relationship, mark),
        abstract=inert(claim.text[:_LONGEST_TEXT], mark).strip() or "not given",
        candidates="\n".join(lines),
        mark=mark,
    )


def parse_choice(text: str) -> ChoiceReply:
    """Read a reply, also inside a code fence or between other words; flags as strings or Booleans, any case.

    >>> parse_choice('```json\\n{"Mapped_Predicate": "treats", "negated": "true", "swap": false}\\n```')
    ChoiceReply(predicate='treats', negated=True, swap=False)
    """
    for found in reversed([*json_objects(thoughtless(text))]):
        fields = {str(name).strip().lower(): value for name, value in found.items()}
        if "mapped_predicate" not in fields:
            continue
        predicate = fields["mapped_predicate"]
        negated, swap = _flag(fields, "negated"), _flag(fields, "swap")
        if (predicate is None or isinstance(predicate, str)) and negated is not None and swap is not None:
            return ChoiceReply((predicate or "none").strip(), negated, swap)
    raise BadModelAnswer("the language model did not answer with the JSON that was asked for")


def _flag(fields: Mapping[str, Any], name: str) -> bool | None:
    said = str(fields.get(name, False) or "").strip().lower()
    return True if said in _TRUE else False if said in _FALSE else None


def _judge(reply: ChoiceReply | ModelUnavailable, options: Sequence[Option]) -> Choice:
    if isinstance(reply, BadModelAnswer):
        return Choice(None, reason=BAD_ANSWER)
    if isinstance(reply, ModelUnavailable):
        return Choice(None, reason=UNAVAILABLE)
    wanted = _squeezed(reply.predicate)
    if wanted in _NONE:
        return Choice(None, reason=NO_PREDICATE)
    named = [option.key for option in options if _squeezed(option.key) == wanted]
    if not named:
        return Choice(None, reason=OUT_OF_LIST)
    return Choice(named[0], reply.negated, reply.swap)


def _squeezed(key: str) -> str:
    bare = key.strip().lower().removeprefix("biolink:")
    return "".join(sign for sign in bare if sign.isalnum())
