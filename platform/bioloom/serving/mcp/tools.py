"""Tools of the Model Context Protocol: ask, retrieve, query, standardize and explain."""

import json
from collections.abc import Callable, Mapping
from typing import Annotated, Any

from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import CallToolResult
from pydantic import Field

from bioloom.answering import answer_json, results_json
from bioloom.errors import BioloomError, UsageError
from bioloom.graph.cookbook.recipes import recipes
from bioloom.names import nearest
from bioloom.retrieval import DEFAULT_METHOD
from bioloom.serving.limits import CYPHER_LENGTH, MOST_CLAIMS, MOST_RESULTS, MOST_ROWS, NAME_LENGTH
from bioloom.serving.mcp.bounded_work import BoundedWork
from bioloom.serving.mcp.results import Content, Cut, cut_candidates, cut_list, cut_subgraph, shown
from bioloom.serving.models.request_models import ClaimBody, FiltersBody, Method, Question
from bioloom.serving.models.response_models import AnswerOut, ExplanationOut, HitsOut, MappingsOut, RowsOut
from bioloom.serving.services import Services
from bioloom.standardization.relate.json_schema import relate_json

Answered = Annotated[CallToolResult, AnswerOut]
Found = Annotated[CallToolResult, HitsOut]
Rows = Annotated[CallToolResult, RowsOut]
Mapped = Annotated[CallToolResult, MappingsOut]
Explained = Annotated[CallToolResult, ExplanationOut]
Count = Annotated[int, Field(strict=True, ge=1, le=MOST_RESULTS)]
Keep = Annotated[FiltersBody | None, Field(description="where evidence may come from")]

_MOST_BYTES = 256 * 1024  # of rows: they go into an agent's context


class Tools:
    """Operations behind the tools, bounded in number and time, with errors as one sentence each."""

    def __init__(self, services: Services, work: BoundedWork, *, cypher: bool) -> None:
        self._services = services
        self._work = work
        self._cypher = cypher

    async def ask(
        self,
        question: Question,
        k: Annotated[Count, Field(description="sentences that may serve as evidence")] = 8,
        filters: Keep = None,
    ) -> Answered:
        """Answer a question about wet-lab protocols or biomedical relations from the graph.

        Gives `answer` with numbered citations, `citations` (the quoted text, its sentence_id, document_id and
        sentence_number, or assertion_id and source), `confidence` from 0 to 1 and the `subgraph` behind it.
        Every citation was checked against its text. `abstained` true means that the graph does not know.
        """
        kept = (filters or FiltersBody()).filters()
        return await self._done(
            lambda: answer_json(self._services.ask(question, k=k, llm=None, filters=kept)), cut_subgraph
        )

    async def retrieve(
        self,
        question: Question,
        method: Annotated[Method, Field(description="how sentences are ranked")] = DEFAULT_METHOD,
        k: Annotated[Count, Field(description="sentences to return")] = 10,
        filters: Keep = None,
    ) -> Found:
        """Find the sentences of the graph that speak about a question, best first.

        Each of `results` has text, sentence_id, document_id, document_title, score, the sentences before and
        after, and its part of the graph as nodes and edges. Use it for evidence without a drawn answer.
        """
        kept = (filters or FiltersBody()).filters()
        return await self._done(
            lambda: results_json(self._services.retrieve(question, method=method, k=k, filters=kept)),
            cut_list("results", "results"),
        )

    async def query(
        self,
        name: Annotated[str | None, Field(description="a query of the cookbook")] = None,
        cypher: Annotated[
            str | None, Field(max_length=CYPHER_LENGTH, description="read-only Cypher of your own")
        ] = None,
        parameters: Annotated[
            dict[str, Any] | None, Field(description="values by the names of the query's parameters")
        ] = None,
        limit: Annotated[
            int, Field(strict=True, ge=1, le=MOST_ROWS, description="most rows to return")
        ] = 100,
    ) -> Rows:
        """Run one query over the graph: by `name` from the cookbook, or your own read-only `cypher`."""

        def run() -> Content:
            if cypher is not None and not self._cypher:
                raise UsageError(
                    "only queries of the cookbook are open here: give name instead of cypher, "
                    "or start bioloom mcp --cypher"
                )
            if (name is None) == (cypher is None):
                raise UsageError("give either the name of a query of the cookbook or cypher")
            if name is not None:
                _check_call(name, parameters or {})
            given = parameters or {}
            views = self._services.browsing
            return views.query(name, cypher, given, limit=limit, most_bytes=_MOST_BYTES).as_json()

        return await self._done(run, cut_list("rows", "rows"))

    async def standardize(
        self, claims: Annotated[list[ClaimBody], Field(min_length=1, max_length=MOST_CLAIMS)]
    ) -> Mapped:
        """Map free relation phrases ("potently inhibits") to Biolink predicates with qualifiers.

        Each of `results`, in the order of the claims, has `top_choice` with predicate, qualifiers, negated
        and swapped (subject and object change places). A null predicate comes with its `reason`.
        """

        def run() -> Content:
            asked = [claim.claim() for claim in claims]
            found = self._services.standardize(asked)
            return {"results": [relate_json(one, two) for one, two in zip(asked, found, strict=True)]}

        return await self._done(run, cut_candidates)

    async def explain(
        self,
        edge: Annotated[
            str, Field(min_length=1, max_length=NAME_LENGTH, description="id of an edge, an assertion_id")
        ],
    ) -> Explained:
        """Tell why an edge is in the graph: sentences, mapping of its predicate, loads with file and line.

        `loads` without a `place` say in `missing` why the line was not found.
        """
        return await self._done(
            lambda: self._services.browsing.explain(edge), cut_list("sentences", "sentences")
        )

    async def _done(self, work: Callable[[], Content], cut: Cut) -> CallToolResult:
        try:
            return shown(await self._work.run(work), cut)
        except BioloomError as error:
            raise ToolError(self._services.said(error)) from error


def _check_call(name: str, parameters: Mapping[str, object]) -> None:
    """Refuse an unknown query, or one without a parameter that it needs, in the words of the tool."""
    known = {each.name: each for each in recipes()}
    if name not in known:
        like = nearest(name, known)
        hint = f"did you mean {like}? " if like else ""
        raise UsageError(
            f"the cookbook has no query {name[:NAME_LENGTH]!r}; {hint}bioloom://cookbook lists them"
        )
    for each in known[name].parameters:
        if each.default is None and each.name not in parameters:
            example = json.dumps({each.name: each.example}, ensure_ascii=False)
            needed = f"{name} needs {each.name} in parameters ({each.type}: {each.purpose})"
            raise UsageError(f"{needed}; for example: {example}")
