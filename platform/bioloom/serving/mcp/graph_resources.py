"""Resources of the Model Context Protocol: documents, the schema of the graph, and the cookbook."""

from collections.abc import Callable
from dataclasses import asdict
from urllib.parse import quote

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ResourceError, ResourceNotFoundError

from bioloom import retrieval
from bioloom.errors import BioloomError, UsageError
from bioloom.graph.cookbook.recipes import recipe, recipes
from bioloom.records.attributes import attributes
from bioloom.resources import package
from bioloom.retrieval import DocumentView
from bioloom.retrieval.document_views import MOST_SENTENCES
from bioloom.serving.graph_access.graph_views import GraphViews
from bioloom.serving.limits import MOST_LISTED, NAME_LENGTH
from bioloom.serving.mcp.bounded_work import BoundedWork
from bioloom.serving.mcp.results import NOTICE, Content, Cut, cut_list, fitted
from bioloom.serving.services import Provider, Services

JSON = "application/json"

CONVENTIONS = package("bioloom", "serving/mcp/prompts/conventions.md").strip()


def add_resources(server: MCPServer[None], services: Services, work: BoundedWork) -> None:
    """Add the resources over `services`."""
    browsing, provider = services.browsing, services.provider

    async def found(read: Callable[[], str]) -> str:
        try:
            return await work.run(read)
        except UsageError as error:  # the address names nothing
            raise ResourceNotFoundError(services.said(error)) from error
        except BioloomError as error:
            raise ResourceError(services.said(error)) from error

    @server.resource("bioloom://cookbook", title="Cookbook", mime_type=JSON)
    async def cookbook() -> str:
        """Named queries over the graph with their parameters; the tool query runs them."""
        listed = [
            {**attributes(each, "name", "purpose"), "parameters": [asdict(one) for one in each.parameters]}
            for each in recipes()
        ]
        return fitted({"queries": listed}, cut_list("queries", "queries"))[0]

    @server.resource("bioloom://cookbook/{name}", title="A query of the cookbook", mime_type="text/plain")
    async def cookbook_query(name: str) -> str:
        """The Cypher of one query, with its purpose and parameters in the head."""
        return await found(lambda: recipe(name[:NAME_LENGTH]).cypher)

    @server.resource("bioloom://schema", title="Schema of the graph", mime_type=JSON)
    async def schema() -> str:
        """The conventions of the graph, its categories, and which predicates join them."""
        return await found(lambda: _marked(_schema(provider), cut_list("edges", "edges")))

    @server.resource("bioloom://documents{?after}", title="Documents", mime_type=JSON)
    async def documents(after: str = "") -> str:
        """The documents by their ids, 200 a page; `next` is the address of the next page."""
        cut = cut_list("items", "documents")
        return await found(lambda: _marked(_documents(browsing, after[:NAME_LENGTH]), cut))

    @server.resource("bioloom://document/{id}", title="A document", mime_type=JSON)
    async def document(id: str) -> str:
        """The sentences of a document, and the actions of its steps; the id is percent-encoded."""
        return await found(lambda: _marked(_document(browsing, id[:NAME_LENGTH]), _cut_document))


def _marked(value: Content, cut: Cut) -> str:
    """Serialize what was read from the graph, marked as data."""
    return fitted({"notice": NOTICE, **value}, cut)[0]


def _schema(provider: Provider) -> Content:
    found = provider.meta_graph()
    edges = [{name: edge[name] for name in ("subject", "predicate", "object")} for edge in found["edges"]]
    categories = list(found["nodes"])
    return {"conventions": CONVENTIONS, "categories": categories, "edges": edges, "truncated": False}


def _documents(browsing: GraphViews, after: str) -> Content:
    found = browsing.read(retrieval.list_documents, limit=MOST_LISTED + 1, after=after)
    page = [asdict(entry) for entry in found[:MOST_LISTED]]
    more = f"bioloom://documents?after={quote(page[-1]['id'], safe='')}" if len(found) > MOST_LISTED else None
    return {"items": page, "next": more}


def _document(browsing: GraphViews, id_: str) -> Content:
    return asdict(find_document(browsing, id_))


def find_document(browsing: GraphViews, id_: str, *, most: int = MOST_SENTENCES) -> DocumentView:
    """Read a document; UsageError where the graph has none of this id."""
    found = browsing.read(retrieval.read_document, id_, most=most)
    if found is None:
        raise UsageError("there is no document of this id; bioloom://documents lists them")
    return found


def _cut_document(value: Content) -> str:
    """Leave out the last half of the sentences, and the steps in them."""
    kept = len(value["sentences"]) // 2
    if not kept:
        return ""
    value["sentences"], value["truncated"] = value["sentences"][:kept], True
    last = value["sentences"][-1]["number"]
    value["steps"] = [step for step in value["steps"] if step["number"] <= last]
    return "cut"
