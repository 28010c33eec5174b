"""The negation of descriptors by a language model (SPEC R3)."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from pydantic import BaseModel, ConfigDict, ValidationError

from bioloom.errors import BadModelAnswer, ModelUnavailable
from bioloom.llm import Patience, inert, prompt
from bioloom.llm.client import Form, ask_model_each, json_objects
from bioloom.settings import Settings

_PROMPT = "standardization/relate/prompts/negate.md"
_REFUSAL = "not enough information"


class _Reply(BaseModel):
    model_config = ConfigDict(extra="ignore")
    negation_of_the_descriptor_text: str


def negate_by_model(
    settings: Settings, texts: Sequence[str], *, patience: Patience | None = None
) -> list[str | None]:
    """Let the model of the settings negate descriptors; None where it refuses or keeps to no form.

    ModelUnavailable if it cannot be reached: half a vocabulary is none.
    """
    mark = secrets.token_hex(4)
    turns = [prompt(_PROMPT).fill(descriptor=inert(each, mark), mark=mark) for each in texts]
    form: Form[str] = Form("negated_descriptor", _Reply.model_json_schema(), parse_negation)
    found: list[str | None] = []
    answers: list[str | ModelUnavailable] = ask_model_each(settings, turns, form, patience=patience)
    for text, answer in zip(texts, answers, strict=True):
        if isinstance(answer, ModelUnavailable):
            if not isinstance(answer, BadModelAnswer):
                raise answer
            found.append(None)
            continue
        usable = answer and _REFUSAL not in answer.casefold() and answer.casefold() != text.casefold()
        found.append(answer if usable else None)
    return found


def parse_negation(text: str) -> str:
    """Read the reply of the model, on one line.

    >>> parse_negation('```json\\n{"negation_of_the_descriptor_text": "does not bind"}\\n```')
    'does not bind'
    """
    for found in json_objects(text):
        try:
            return " ".join(_Reply.model_validate(found).negation_of_the_descriptor_text.split())
        except ValidationError:
            continue
    raise BadModelAnswer("the model did not give the negation in the form that was asked for")
