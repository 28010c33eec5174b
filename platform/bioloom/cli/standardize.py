"""`bioloom standardize`: one phrase, or a file of claims, to Biolink predicates."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

import typer
from rich.markup import escape
from rich.table import Table

from bioloom.cli.console import Json, notes, out, print_json
from bioloom.cli.progress_bar import stage_bar
from bioloom.cli.terminal_text import safe, span
from bioloom.errors import UsageError
from bioloom.hidden_characters import visible_json
from bioloom.records.predicate_mapping import Candidate, Claim, Standardized
from bioloom.settings import Settings

if TYPE_CHECKING:
    from bioloom.standardization.relate.claim_files import BadClaim
    from bioloom.standardization.relate.standardizer import Standardizer

    Entry: TypeAlias = tuple[int, Claim] | BadClaim

AT_ONCE = 1024
"""Claims of a file that are mapped together."""


VocabularyName = Literal["biolink", "chemprot"]
"""What phrases can be mapped to."""


Category = Annotated[str | None, typer.Option(help="Its Biolink category, such as Gene; several: A|B.")]


def standardize(
    phrase: Annotated[
        str | None, typer.Argument(help="The relation phrase, such as 'is inhibited by'.")
    ] = None,
    subject: Annotated[str, typer.Option(help="What the phrase speaks of.")] = "",
    object: Annotated[str, typer.Option(help="What it says it of.")] = "",
    text: Annotated[str, typer.Option(help="The sentence or abstract that says so.")] = "",
    subject_category: Category = None,
    object_category: Category = None,
    file: Annotated[
        Path | None,
        typer.Option(
            help="Claims as .jsonl, .json (RELATE's list) or .tsv: subject, object, relationship, abstract."
        ),
    ] = None,
    vocabulary: Annotated[VocabularyName, typer.Option(help="What to map to.")] = "biolink",
    model: Annotated[
        list[str] | None, typer.Option(help="Another encoder, by folder or name; again for a second space.")
    ] = None,
    llm: Annotated[
        bool | None, typer.Option("--llm/--no-llm", help="Let the language model choose, or not.")
    ] = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="Exit with 3 if lines of the file are bad.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Map a relation phrase to a Biolink predicate with qualifiers and negation, or say why there is none."""
    from bioloom.standardization.relate.configuration import open_standardizer

    if (phrase is None) == (file is None):
        raise UsageError("give either a phrase or --file")
    claim = (
        None if phrase is None else _claim(phrase, subject, object, text, subject_category, object_category)
    )
    standardizer = open_standardizer(Settings(), vocabulary=vocabulary, models=model or (), llm=llm)
    if file is not None:
        bad = _map_file(standardizer, file)
        if bad and strict:
            raise typer.Exit(3)
    elif claim is not None:
        decision = standardizer.standardize([claim])[0]
        _show(claim, decision, as_json=as_json)


def _claim(
    phrase: str,
    subject: str,
    object_: str,
    text: str,
    subject_category: str | None,
    object_category: str | None,
) -> Claim:
    from bioloom.standardization.relate.claim_files import parse_categories

    ends = []
    for option, given in (("--subject-category", subject_category), ("--object-category", object_category)):
        categories = parse_categories(given)
        if isinstance(categories, str):
            raise UsageError(f"{option}: {categories}")
        ends.append(categories)
    return Claim(subject, phrase, object_, text, ends[0], ends[1])


def _map_file(standardizer: Standardizer, path: Path) -> int:
    """Write one JSON line a claim, in the order of the file; bad lines go to standard error. Count them."""
    from bioloom.standardization.relate.claim_files import BadClaim, read_claims
    from bioloom.standardization.relate.json_schema import claim_json, standardized_json

    bad = done = 0
    with stage_bar("mapping") as on_stage:
        for entries in _batches(read_claims(path)):
            good = [entry for entry in entries if not isinstance(entry, BadClaim)]
            decisions = iter(standardizer.standardize([claim for _, claim in good]))
            for entry in entries:
                if isinstance(entry, BadClaim):
                    bad += 1
                    place = f"{escape(str(path))}:{entry.line}"
                    notes.print(f"{place}: {entry.code}: {safe(entry.message)}", soft_wrap=True)
                    continue
                line, claim = entry
                row = {"line": line, **claim_json(claim), **standardized_json(next(decisions))}
                sys.stdout.write(visible_json(row) + "\n")
            done += len(entries)
            on_stage("mapping", done, None)
    return bad


def _batches(entries: Iterator[Entry]) -> Iterator[list[Entry]]:
    while batch := list(islice(entries, AT_ONCE)):
        yield batch


def _show(claim: Claim, decision: Standardized, *, as_json: bool) -> None:
    from bioloom.standardization.relate.json_schema import standardized_json
    from bioloom.standardization.relate.none_reasons import REASONS

    if as_json:
        print_json(standardized_json(decision))
        return
    if decision.predicate is None:
        reason = decision.reason or ""
        out.print(f"[bold]NONE[/] ({reason}): {REASONS.get(reason, '')}")
    else:
        out.print(_sentence(claim, decision))
    if decision.candidates:
        out.print(_table(decision))


def _sentence(claim: Claim, decision: Standardized) -> str:
    ends = [claim.subject or "subject", claim.object or "object"]
    if decision.swapped:
        ends.reverse()
    denied = "[red]not[/] " if decision.negated else ""
    said = f"{safe(ends[0])} {denied}[bold]{decision.predicate}[/] {safe(ends[1])}"
    notes_ = [f"{name} {value}" for name, value in decision.qualifiers.items()]
    if decision.swapped:
        notes_.append("subject and object changed places")
    how = f"score {decision.score:.2f}, chosen by {safe(decision.selector)}"
    return "\n".join((said, *(f"  {note}" for note in notes_), f"  {how}"))


def _table(decision: Standardized) -> Table:
    table = Table("", "candidate", "score", "nearest descriptor", box=None, header_style="bold")
    for place, candidate in enumerate(decision.candidates, 1):
        mark = "▸" if _chosen(decision, candidate) else str(place)
        table.add_row(mark, span(candidate.key), f"{candidate.score:.3f}", span(candidate.descriptor))
    return table


def _chosen(decision: Standardized, candidate: Candidate) -> bool:
    same = dict(candidate.qualifiers) == dict(decision.qualifiers)
    return same and candidate.predicate == decision.predicate
