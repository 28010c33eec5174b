"""`bioloom demo`: from nothing to cited answers, on real protocols and a real graph."""

import os
import shlex
import sys
from pathlib import Path
from shutil import which

from rich.markup import escape

from bioloom import resources
from bioloom.cli.console import out
from bioloom.resources import demo_folder

_READS_TEXTS = ("protocol", "triples")


def demo() -> None:
    """Start Neo4j, load real protocols and a real graph, ask both; what is loaded already stays as it is."""
    place = demo_folder()
    _run("up")
    _run("load", *(str(place / name) for name in ("wlp", "hetionet", "drug_names", "biored")))
    reads_texts = all(map(resources.has_weights, _READS_TEXTS))
    if reads_texts:
        _run("load", str(place / "plain"), str(place / "abstracts"), "--extract", "local")
    else:
        packages = " ".join(f"bioloom-models-{name}" for name in _READS_TEXTS)
        out.print(f"\nTexts without annotation are left out: they need pip install {packages}")
    _run("ask", "How long is the heat shock of competent E. coli cells?", "--no-llm")
    if reads_texts:
        _run("ask", "At what temperature is the DNA of the plasmid miniprep stored?", "--no-llm")
        _run("check", "plain:plasmid_miniprep")
    _run("ask", "Which drugs treat asthma?", "--no-llm")
    if resources.has_weights("standardizer"):
        _run("standardize", "is inhibited by", "--subject", "COX-2", "--object", "celecoxib")
    _run("query", "genes_of_reagents", "-p", "reagent=DMSO")
    if reads_texts:
        _run("ask", "What inhibits p62?", "--no-llm")
        _run("query", "chemical_gene_disease", "-p", "name=p62")  # from one abstract to another
    _run("status")
    program = escape(_program())
    out.print(
        f"\nOpen the Browser address above (the password: {program} status --show-password),\n"
        f'ask your own: {program} ask "..."; stop the database: {program} down',
        soft_wrap=True,
    )


def _program() -> str:
    """Give what to type for bioloom: its name where the shell finds it, else where it lies."""
    if which("bioloom"):
        return "bioloom"
    return os.path.relpath(Path(sys.executable).with_name("bioloom"))


def _run(*words: str) -> None:
    """Show a command as it would be typed, and run it in this process."""
    from bioloom.cli.app import app

    out.print(f"\n[bold]$ bioloom {escape(shlex.join(words))}[/]", soft_wrap=True)
    app(list(words), standalone_mode=False, prog_name="bioloom")
