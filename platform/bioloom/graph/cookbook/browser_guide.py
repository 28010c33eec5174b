"""Guide for Neo4j Browser: pictures of what the graph holds and the cookbook, each a query to click on."""

from collections.abc import Iterator, Mapping
from html import escape

from bioloom import resources
from bioloom.errors import UsageError
from bioloom.graph.connection import Graph
from bioloom.graph.cookbook.cookbook_runner import look_up_arguments
from bioloom.graph.cookbook.recipes import Recipe, filled_in, parse_recipe, recipes

PICTURES = ("protocol", "step", "evidence", "neighbours", "shared")
"""Queries of ``cypher/browser/`` whose results Neo4j Browser draws, in the order of the guide."""


def browser_guide(graph: Graph, style: str) -> str:
    """Write the guide as HTML of Neo4j Browser's ``:guide``; `style` is the address of the style.

    Queries have their examples filled in, those whose examples the graph holds; any other is left out.
    """
    pictures = [parse_recipe(name, resources.text("cypher", f"browser/{name}.cypher")) for name in PICTURES]
    slides = [
        "<h3>bioloom</h3><p>Click a query to bring it into the editor, then run it with Ctrl+Enter. "
        "First the colours: entities by Biolink category, mentions by kind.</p>"
        + _runnable(f":style {style}")
        + "<p>The next pages are pictures of the graph, the last one is the cookbook: queries that answer "
        "with rows. The values in them are examples; put your own in their place.</p>",
        *(_entry(entry, arguments) for entry, arguments in _shown(graph, pictures)),
        "<h3>Cookbook</h3>" + "".join(_entry(*each) for each in _shown(graph, recipes())),
    ]
    return f"<article>{''.join(f'<slide>{slide}</slide>' for slide in slides)}</article>"


def _shown(
    graph: Graph, entries: tuple[Recipe, ...] | list[Recipe]
) -> Iterator[tuple[Recipe, Mapping[str, object]]]:
    for entry in entries:
        try:
            arguments, _ = look_up_arguments(graph, entry, entry.bind(entry.examples))
        except UsageError:
            continue
        yield entry, arguments


def _entry(entry: Recipe, arguments: Mapping[str, object]) -> str:
    title = entry.name.replace("_", " ").capitalize()
    query = _runnable(filled_in(entry.cypher, arguments))
    return f"<h4>{escape(title)}</h4><p>{escape(entry.purpose)}</p>{query}"


def _runnable(text: str) -> str:
    return f'<pre class="pre-scrollable code runnable">{escape(text)}</pre>'
