"""Questions to Cypher with a language model: written from schema and cookbook, guarded, run, mended twice."""

import secrets
from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict, ValidationError

from bioloom.answering.query_suggestions import Named, Suggestion, named_entities, suggest_queries
from bioloom.errors import BadModelAnswer, TimeLimitReached, UsageError
from bioloom.graph.connection import Graph
from bioloom.graph.cookbook.cookbook_runner import look_up_arguments, run_query
from bioloom.graph.cookbook.recipes import filled_in
from bioloom.graph.graph_schema import read_schema
from bioloom.graph.guard.query_result import QueryResult
from bioloom.graph.guard.read_only_guard import ROW_LIMIT, TIME_LIMIT
from bioloom.llm import inert, prompt
from bioloom.llm.client import Form, Turn, ask_model
from bioloom.llm.reply_parsing import json_objects, thoughtless
from bioloom.settings import Settings

ROUNDS = 3
"""Statements that the model may write: the first, and two mended ones."""

_EXAMPLES = 6
_PATTERNS = 60  # relations of the schema that are shown, most frequent first


@dataclass(frozen=True, slots=True)
class WrittenQuery:
    """Cypher that a model wrote for a question, its rows, and the faults of what it wrote before."""

    cypher: str
    rows: QueryResult
    mended: tuple[str, ...]


class _CypherReply(BaseModel):
    model_config = ConfigDict(extra="ignore")
    cypher: str


def query_by_question(
    graph: Graph, settings: Settings, question: str, *, limit: int = ROW_LIMIT, timeout: float = TIME_LIMIT
) -> WrittenQuery:
    """Let the model of the settings write a query for a question, and run it behind the read-only guard.

    What the guard or the database refuses goes back to the model with the message, twice at most; then
    UsageError with the last message. A label, type or property that the graph lacks is such a message, too.
    ModelUnavailable if there is no reply in time.
    """
    named = named_entities(graph, question)
    suggested = suggest_queries(graph, question, most=_EXAMPLES, named=named)
    turn: Turn = _first_turn(graph, question, named, suggested)
    errors: list[str] = []
    for _ in range(ROUNDS):
        cypher = ask_model(settings, turn, _FORM).cypher
        try:
            found = run_query(graph, None, cypher, {}, limit=limit, timeout=timeout)
        except (UsageError, TimeLimitReached) as error:
            errors.append(str(error))
        else:
            if found.rows or not found.notifications:
                return WrittenQuery(cypher, found, tuple(errors))
            errors.append("; ".join(found.notifications))
        turn = (
            *turn,
            cypher,
            f"It was not run, or found nothing: {errors[-1]}. Reply with the mended object.",
        )
    raise UsageError(f"no query of the model could be used; the last one: {cypher}; the fault: {errors[-1]}")


def _first_turn(graph: Graph, question: str, named: Named, suggested: tuple[Suggestion, ...]) -> Turn:
    mark = secrets.token_hex(4)
    schema = read_schema(graph)
    nodes = (f"(:`{name}`) {count} {kind}" for kind, name, count, _ in schema.nodes.rows)
    relations = sorted(schema.relations.rows, key=lambda row: -int(str(row[4])))[:_PATTERNS]
    patterns = (
        f"(:`{subject}`)-[:`{name}`]->(:`{object_}`) {count}"
        for subject, name, object_, _, count, _ in relations
    )
    entities = (f"{said}: {each.id} ({each.name})" for said, each in named)
    examples = (f"// {each.recipe.purpose}\n{_example(graph, each)}" for each in suggested)
    return prompt("answering/prompts/cypher.md").fill(
        mark=mark,
        question=inert(question, mark),
        schema=inert("\n".join((*nodes, *patterns)), mark),
        entities=inert("\n".join(entities) or "none", mark),
        examples=inert("\n\n".join(examples) or "none", mark),
    )


def _example(graph: Graph, suggestion: Suggestion) -> str:
    recipe = suggestion.recipe
    try:
        arguments, _ = look_up_arguments(graph, recipe, recipe.bind(suggestion.parameters))
    except UsageError:
        return recipe.cypher
    return filled_in(recipe.cypher, arguments)


def _parse(reply: str) -> _CypherReply:
    for found in reversed([*json_objects(thoughtless(reply))]):
        try:
            return _CypherReply.model_validate(found)
        except ValidationError:
            continue
    raise BadModelAnswer('the model gave no object with "cypher"')


_FORM = Form("cypher", _CypherReply.model_json_schema(), _parse)
