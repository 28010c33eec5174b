"""bioloom train: train the models that come with bioloom from annotated corpora."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from bioloom.cli.console import notes
from bioloom_lab.cli import (
    train_answering,
    train_answers,
    train_classes,
    train_folds,
    train_further,
    train_lora,
    train_parts,
    train_reader,
    train_steps,
)
from bioloom_lab.cli.training_options import Base, Output, Seed, print_scores, training


def register(app: typer.Typer) -> None:
    """Add the commands of this file."""
    group = typer.Typer(
        help="Make the models that come with bioloom anew (needs the models extra; links only to fine-tune).",
        no_args_is_help=True,
    )
    group.command("standardizer")(train_standardizer_command)
    group.command("protocol")(train_protocol_command)
    group.command("triples")(train_triples_command)
    group.command("links")(train_links_command)
    train_classes.register(group)
    train_folds.register(group)
    train_further.register(group)
    train_lora.register(group)
    train_parts.register(group)
    train_reader.register(group)
    train_steps.register(group)
    train_answers.register(group)
    train_answering.register(group)
    app.add_typer(group, name="train")


def train_standardizer_command(
    data: Annotated[Path, typer.Option(help="A folder with chemprot_corpus, git and ddi (train splits).")],
    output: Output,
    base: Base = "packaged",
    steps: Annotated[int, typer.Option(min=1, help="Batches to learn from; 500 take some 20 minutes.")] = 500,
    seed: Seed = 0,
    keep_encoder: Annotated[
        bool, typer.Option("--keep-encoder", help="Keep the folder's encoder, fit only the reranker.")
    ] = False,
) -> None:
    """Train the encoder and the reranker that standardize relation phrases."""
    from bioloom_lab.training.standardizer.standardizer import train_standardizer

    with training("standardizer") as on_progress:
        train_standardizer(
            data,
            output,
            base=base,
            steps=steps,
            seed=seed,
            keep_encoder=keep_encoder,
            on_progress=on_progress,
        )
    notes.print(f"written to {output}")


def train_protocol_command(
    data: Annotated[
        Path,
        typer.Option(help="Annotated protocols, such as WLP: a folder, or one with train and dev in it."),
    ],
    output: Output,
    base: Base = "packaged",
    epochs: Annotated[
        float | None,
        typer.Option(
            min=0.01, help="How often each network sees every line; 7 for entities, 6 for relations if unset."
        ),
    ] = None,
    adapt: Annotated[
        int, typer.Option(min=0, help="Batches of plain text that the encoder reads first; 0 for none.")
    ] = 500,
    text: Annotated[
        list[Path] | None, typer.Option(help="A folder of more plain text for that; may be repeated.")
    ] = None,
    more: Annotated[
        list[Path] | None, typer.Option(help="More annotated protocols to learn from; may be repeated.")
    ] = None,
    start: Annotated[
        Path | None,
        typer.Option(
            help="A folder of such a model, to go on from instead of beginning anew.", show_default=False
        ),
    ] = None,
    augment_forms: Annotated[
        int,
        typer.Option(
            min=0, max=10, help="Copies of each protocol in other forms: run on, wrapped, uncased ..."
        ),
    ] = 0,
    rate: Annotated[
        float | None, typer.Option(min=0, help="Learning rate of the encoders.", show_default=False)
    ] = None,
    seed: Seed = 0,
) -> None:
    """Train the networks that extract entities and relations; score them if there is a dev folder."""
    from bioloom_lab.training.extraction.line_training import SHIPPED_ENTITIES, SHIPPED_RELATIONS
    from bioloom_lab.training.extraction.mlm_pretraining import MaskedLmSchedule
    from bioloom_lab.training.extraction.protocol_model import train_protocol

    entities, relations = (
        replace(
            schedule,
            epochs=schedule.epochs if epochs is None else epochs,
            rate=schedule.rate if rate is None else rate,
            new_rate=schedule.new_rate if rate is None else 5 * rate,
        )
        for schedule in (SHIPPED_ENTITIES, SHIPPED_RELATIONS)
    )
    with training("protocol") as on_progress:
        scores = train_protocol(
            data,
            output,
            base=base,
            texts=text or (),
            start=start,
            more=more or (),
            copies=augment_forms,
            seed=seed,
            adaptation=MaskedLmSchedule(steps=adapt),
            entities=entities,
            relations=relations,
            on_progress=on_progress,
        )
    for name, score in scores.items():
        numbers = f"precision {score.precision:.4f}, recall {score.recall:.4f}, F1 {score.f1:.4f}"
        notes.print(f"{name}: {numbers}")
    notes.print(f"written to {output}")


def train_triples_command(
    data: Annotated[
        Path,
        typer.Argument(
            help="A folder with one or more of biored, chemprot_corpus, ddi and git (train and dev files)."
        ),
    ],
    output: Output,
    base: Base = "packaged",
    work: Annotated[
        Path | None,
        typer.Option(help="A folder that keeps what each stage has learnt, to go on after a stop."),
    ] = None,
    epochs: Annotated[
        float | None,
        typer.Option(
            min=0.01,
            help="Epochs of each network; 2.1 for names, 5.67 (of a part each) for relations if unset.",
        ),
    ] = None,
    adapt: Annotated[
        int, typer.Option(min=0, help="Batches of plain text that the encoder reads first; 0 for none.")
    ] = 0,
    documents: Annotated[
        bool, typer.Option(help="Whether sentences are also read beside what is retrieved for them.")
    ] = True,
    seed: Seed = 0,
) -> None:
    """Train the networks that extract triples from publications; score them on the dev files."""
    from bioloom_lab.training.extraction.mlm_pretraining import MaskedLmSchedule
    from bioloom_lab.training.extraction.retrieved_documents import from_memories
    from bioloom_lab.training.extraction.triple_model import TripleTrainingPlan, train_triples

    plan = TripleTrainingPlan(base=base, seed=seed, adaptation=MaskedLmSchedule(steps=adapt))
    if epochs is not None:
        entities, relations = (replace(each, epochs=epochs) for each in (plan.entities, plan.relations))
        plan = replace(plan, entities=entities, relations=relations)
    with training("triples") as on_progress:
        scores = train_triples(
            data,
            output,
            plan,
            work=work,
            retrieve=from_memories if documents else None,
            on_progress=on_progress,
        )
    print_scores(scores)
    notes.print(f"written to {output}")


def train_links_command(
    data: Annotated[
        Path, typer.Argument(help="Known links: a folder with train in it, or a file (JSON lines, TSV).")
    ],
    output: Output,
    encoder: Annotated[
        str | None, typer.Option(help="What makes vectors of names; the shipped encoder if unset.")
    ] = None,
    fine_tune: Annotated[
        bool,
        typer.Option("--fine-tune", help="Fine-tune an encoder to read both names as well (models extra)."),
    ] = False,
    base: Base = "packaged",
    epochs: Annotated[
        float | None,
        typer.Option(min=0.01, help="With --fine-tune: readings of each link; 6 if unset."),
    ] = None,
    bfloat16: Annotated[
        bool,
        typer.Option(
            "--bfloat16", help="With --fine-tune: in 16 bits, faster where the processor has them, else not."
        ),
    ] = False,
    seed: Seed = 0,
) -> None:
    """Learn which relation holds between two names, for bioloom eval links --model."""
    from bioloom.embedding import open_encoder
    from bioloom_lab.evaluation.split_files import find_split
    from bioloom_lab.link_prediction.experts import NameVectors
    from bioloom_lab.link_prediction.model import fit_links
    from bioloom_lab.link_prediction.model_folder import write_link_model
    from bioloom_lab.link_prediction.questions import read_links

    links = read_links(find_split(data, "train"))
    vectors = NameVectors(open_encoder(encoder))
    if fine_tune:
        from bioloom_lab.link_prediction.encoder_fine_tuning import FineTuningPlan, tune_links
        from bioloom_lab.training.loop import by_stage

        plan = replace(FineTuningPlan().plan, base=base)
        schedule = replace(plan.schedule, epochs=epochs or plan.schedule.epochs, short=bfloat16)
        with training("links") as on_progress:
            model = tune_links(
                links,
                vectors,
                output,
                FineTuningPlan(replace(plan, schedule=schedule)),
                seed=seed,
                on_progress=by_stage(on_progress)("links"),
            )
        _tell_weights(model.weights, output)
        return
    with notes.status(f"learning from {len(links)} links"):
        model = fit_links(links, vectors.encoder, seed=seed, vectors=vectors)
        write_link_model(model, output, vectors)
    _tell_weights(model.weights, output)


def _tell_weights(weights: Mapping[str, float], output: Path) -> None:
    told = ", ".join(f"{name} {weight}" for name, weight in weights.items())
    notes.print(f"weights of the experts: {told}; written to {output}")
