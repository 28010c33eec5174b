"""Options that `bioloom load`, `bioloom extract` and `bioloom rejects` share."""

from typing import Annotated

import typer

from bioloom.loading import loaders as installed_loaders

Format = Annotated[
    str | None,
    typer.Option(
        help="Name of the loader; found out if left away. protocols or abstracts says what plain texts are.",
        autocompletion=lambda: list(installed_loaders()),
    ),
]
Corpus = Annotated[str | None, typer.Option(help="Name of the corpus, the prefix of its document ids.")]
Limit = Annotated[int | None, typer.Option(min=0, help="Take only the first records.")]
Strict = Annotated[bool, typer.Option("--strict", help="Exit with 3 if there were rejects.")]
PrimarySource = Annotated[
    str | None, typer.Option(help="Source of edges that state none, such as infores:hetionet.")
]
KnowledgeLevel = Annotated[
    str | None, typer.Option(help="Knowledge level of edges that state none, such as not_provided.")
]
AgentType = Annotated[
    str | None, typer.Option(help="Agent type of edges that state none, such as manual_agent.")
]
Extract = Annotated[
    str | None,
    typer.Option(
        help="What reads mentions and relations out of documents without annotation: none, local (the "
        "models that travel with bioloom, for protocols and for publications) or llm (the language model "
        "of BIOLOOM_LLM_URL). Left away it is none, and replaces nothing that was extracted before."
    ),
]
ExtractionModel = Annotated[
    str | None, typer.Option(help="The folder of a local model, or the name of a language model.")
]
Workers = Annotated[
    str | None,
    typer.Option(
        help="Let several processes run the local models: ray or ray:4, on this machine, or ray:auto or "
        "ray:ADDRESS, on a Ray cluster that runs."
    ),
]
Standardize = Annotated[
    bool,
    typer.Option(
        "--standardize/--no-standardize",
        help="Map free relation phrases to Biolink predicates; else reject them for a later replay.",
    ),
]
Llm = Annotated[
    bool | None,
    typer.Option(
        "--llm/--no-llm",
        help="Let the language model of BIOLOOM_LLM_URL choose the predicates of free relation phrases, or "
        "not; it does if one is set.",
    ),
]
