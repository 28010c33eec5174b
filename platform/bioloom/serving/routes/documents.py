"""Router of documents: uploads and their jobs, lists, one document."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any, Literal
from urllib.parse import quote

from fastapi import APIRouter, File, Form, HTTPException, Path, Query, Request, UploadFile
from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse

from bioloom.extraction.sentence_roles import is_heading
from bioloom.retrieval import DocumentView
from bioloom.serving.graph_views import GraphViews
from bioloom.serving.limits import MOST_LISTED, NAME_LENGTH
from bioloom.serving.load_queue import LoadQueue
from bioloom.serving.openapi_examples import PROBLEMS, SECURED, example, problems
from bioloom.serving.page_cursors import CURSOR_LENGTH, read_cursor, write_cursor
from bioloom.serving.rate_limiter import network
from bioloom.serving.response_models import AcceptedOut, DocumentOut, DocumentsOut, JobOut, JobsOut

Limit = Annotated[int, Query(ge=1, le=MOST_LISTED, description="items of a page")]
Cursor = Annotated[
    str | None, Query(max_length=CURSOR_LENGTH, description="`next` of the page before, as it was given")
]
Id = Annotated[str, Path(min_length=1, max_length=NAME_LENGTH, description="percent-encoded")]


def document_routes(browsing: GraphViews) -> APIRouter:
    """Build the router that lists and shows documents."""
    router = APIRouter(tags=["documents"])

    @router.get("/documents", responses=_LISTED | PROBLEMS, openapi_extra=SECURED)
    def list_documents(limit: Limit = 50, cursor: Cursor = None) -> JSONResponse:
        """List documents in the order of their ids."""
        after = read_cursor(cursor, 1)[0] if cursor else ""
        found = browsing.documents(limit=limit + 1, after=after)
        page = [asdict(entry) for entry in found[:limit]]
        more = write_cursor(found[limit - 1].id) if len(found) > limit else None
        return JSONResponse({"items": page, "next": more})

    @router.get("/documents/{id:path}", responses=_READ | PROBLEMS | problems(404), openapi_extra=SECURED)
    def read_document(id: Id) -> JSONResponse:
        """Give a document: its sentences, and the actions of its steps with their settings and things."""
        found = browsing.document(id)
        if found is None:
            raise HTTPException(404, "there is no document of this id; GET /documents lists them")
        return JSONResponse(_document(found))

    return router


def upload_routes(jobs: LoadQueue) -> APIRouter:
    """Build the router of uploads and jobs."""
    router = APIRouter(tags=["documents"])

    @router.post(
        "/documents",
        status_code=202,
        responses=_ACCEPTED | PROBLEMS | problems(415),
        openapi_extra=SECURED,
    )
    async def send_document(
        request: Request,
        file: Annotated[
            UploadFile, File(description="a protocol or a publication; its name ends in its kind")
        ],
        extract: Annotated[
            Literal["none", "local"], Form(description="what reads a text without annotation")
        ] = "local",
    ) -> JSONResponse:
        """Accept a document; it is read and loaded in the background, as a job."""
        client = network(request.client.host if request.client else "")
        job = await run_in_threadpool(jobs.submit, file.filename or "", file.file, extract, client)
        accepted = {"job": job.id, "status": f"/jobs/{quote(job.id)}", "position": job.position}
        return JSONResponse(accepted, 202)

    @router.get("/jobs", responses=_JOBS | PROBLEMS, openapi_extra=SECURED)
    def list_jobs(limit: Limit = 50, cursor: Cursor = None) -> JSONResponse:
        """List the jobs of this service, the newest first."""
        every = jobs.list()
        if cursor:
            last = read_cursor(cursor, 1)[0]
            place = next((at for at, job in enumerate(every) if job.id == last), len(every))
            every = every[place + 1 :]
        more = write_cursor(every[limit - 1].id) if len(every) > limit else None
        return JSONResponse({"items": [asdict(job) for job in every[:limit]], "next": more})

    @router.get("/jobs/{id}", responses=_JOB | PROBLEMS | problems(404), openapi_extra=SECURED)
    def read_job(id: Id) -> JSONResponse:
        """Say how far a job has come."""
        found = jobs.get(id)
        if found is None:
            raise HTTPException(404, "there is no job of this id; jobs are forgotten when the service stops")
        return JSONResponse(asdict(found))

    return router


def _document(view: DocumentView) -> dict[str, Any]:
    sentences = [
        {
            **asdict(sentence),
            "heading": is_heading(sentence.text)
            or (sentence.number == 1 and sentence.text.strip() == view.title.strip()),
        }
        for sentence in view.sentences
    ]
    return {**asdict(view), "sentences": sentences}


_ENTRY = {"id": "wlp:protocol_350", "title": "Transformation", "source": "infores:wlp", "sentences": 21}
_LISTED = example(
    "A page of documents", {"items": [_ENTRY], "next": "WyJ3bHA6cHJvdG9jb2xfMzUwIl0"}, DocumentsOut
)
_HEAT = {
    "id": "wlp:protocol_350#T40",
    "name": "42°C",
    "native_type": "temperature",
    "value": 42.0,
    "unit": "°C",
    "si_value": 315.15,
}
_CELLS = {
    "id": "wlp:protocol_350#T39",
    "name": "cells",
    "native_type": "cell",
    "relation": "is_object_of",
    "properties": [],
}
_READ = example(
    "The document",
    {
        "id": "wlp:protocol_350",
        "title": "Transformation",
        "source": "infores:wlp",
        "sentences": [
            {
                "id": "wlp:protocol_350#s7",
                "number": 8,
                "text": "Heat shock the cells for 45 sec at 42°C.",
                "heading": False,
            }
        ],
        "steps": [
            {
                "sentence_id": "wlp:protocol_350#s7",
                "number": 8,
                "verbs": [
                    {
                        "id": "wlp:protocol_350#T38",
                        "name": "Heat shock",
                        "parameters": [_HEAT],
                        "objects": [_CELLS],
                    }
                ],
            }
        ],
        "truncated": False,
    },
    DocumentOut,
)
_ID = "9f2c41d07be35a68"
_ACCEPTED = example(
    "The file is taken in", {"job": _ID, "status": f"/jobs/{_ID}", "position": 1}, AcceptedOut, 202
)
_DONE: dict[str, Any] = {
    "id": _ID,
    "label": "miniprep.txt",
    "extract": "local",
    "limit": 91.0,
    "position": None,
    "status": "done",
    "stage": "done",
    "done": 1,
    "total": 1,
    "counts": {"read": 70, "rejected": {}, "skipped": 0},
    "documents": ["upload:3b1f0c5f8a7e66d0aa41"],
    "rejects": [],
    "error": None,
}
_JOB = example("The job", _DONE, JobOut)
_JOBS = example("A page of jobs", {"items": [_DONE], "next": None}, JobsOut)
