"""A question answered from the local graph and from other people's graphs together, where told to."""

from __future__ import annotations

import time
from dataclasses import replace

from bioloom.answering.federated_evidence import UNMEASURED, fetch
from bioloom.answering.pipeline import ask
from bioloom.answering.streaming import Listener
from bioloom.federation import Federation
from bioloom.graph.connection import Graph
from bioloom.records import Answer
from bioloom.retrieval import EVERYTHING, Filters
from bioloom.settings import Settings


def ask_widely(
    graph: Graph,
    settings: Settings,
    question: str,
    federation: Federation,
    *,
    k: int = 8,
    llm: bool | None = None,
    filters: Filters = EVERYTHING,
    listener: Listener | None = None,
) -> Answer:
    """Answer as `ask` does, with what the endpoints of `federation` state beside the local evidence.

    Only the ids of the two ends of a mechanism question go out. `notes` of the answer name the endpoints that
    failed, or say why none was asked.
    """
    started = time.perf_counter()
    fetched = fetch(graph, federation, question, filters)
    spent = round(time.perf_counter() - started, 4)
    answer = ask(graph, settings, question, k=k, llm=llm, filters=filters, listener=listener, fetched=fetched)
    timings = {**answer.timings, "total": round(answer.timings["total"] + spent, 4), "fetching": spent}
    unmeasured = () if answer.abstained or answer.confidence else (UNMEASURED,)
    return replace(answer, timings=timings, notes=(*fetched.notes, *unmeasured))
