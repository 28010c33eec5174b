"""Router of documents: uploads and their jobs, lists, one document."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict
from typing import Annotated, Any, Literal
from urllib.parse import quote

from fastapi import APIRouter, File, Form, HTTPException, Path, Query, Request, UploadFile
from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse

from bioloom import retrieval
from bioloom.extraction.sentence_roles import role_of_text
from bioloom.serving.graph_access.document_changes import DocumentChanges
from bioloom.serving.graph_access.graph_views import GraphViews
from bioloom.serving.jobs.load_queue import LoadQueue, UploadJob
from bioloom.serving.limits import MOST_LISTED, NAME_LENGTH
from bioloom.serving.middleware.rate_limiter import network
from bioloom.serving.models import document_response_models as models
from bioloom.serving.models.openapi_examples import described
from bioloom.serving.models.page_cursors import CURSOR_LENGTH, read_cursor, write_cursor
from bioloom.serving.models.request_models import ReloadBody
from bioloom.serving.problem_details import found_or_404

Limit = Annotated[int, Query(ge=1, le=MOST_LISTED, description="items of a page")]
Cursor = Annotated[
    str | None,
    Query(min_length=1, max_length=CURSOR_LENGTH, description="`next` of the page before, as it was given"),
]
Search = Annotated[
    str, Query(max_length=NAME_LENGTH, description="words that the title or the id holds, in any case")
]
Kind = Annotated[str | None, Query(max_length=50, description="protocol, abstract or article")]
DryRun = Annotated[bool, Query(description="count what would go, delete nothing")]
Id = Annotated[str, Path(min_length=1, max_length=NAME_LENGTH, description="percent-encoded")]

_FIELDS = ("extract", "file")
_NO_DOCUMENT = "there is no document of this id; GET /documents lists them"
_NO_JOB = "there is no job of this id; finished jobs are forgotten when the service stops"


def document_routes(browsing: GraphViews, changes: DocumentChanges | None = None) -> APIRouter:
    """Build the router that lists, shows and checks documents."""
    router = APIRouter(tags=["documents"])

    @router.get("/documents", **described("GET /documents", models.DocumentsOut))
    def list_documents(
        limit: Limit = 50, cursor: Cursor = None, q: Search = "", kind: Kind = None
    ) -> JSONResponse:
        """List documents in the order of their ids; with `q` those whose title or id holds its words."""
        after = read_cursor(cursor, 1)[0] if cursor else ""
        found = browsing.read(retrieval.list_documents, limit=limit + 1, after=after, search=q, kind=kind)
        page = [asdict(entry) for entry in found[:limit]]
        more = write_cursor(found[limit - 1].id) if len(found) > limit else None
        total = browsing.read(retrieval.count_documents, search=q, kind=kind)
        return JSONResponse({"items": page, "total": total, "next": more})

    @router.get("/documents/{id:path}", **described("GET /documents/{id}", models.DocumentOut, 404))
    def read_document(id: Id) -> JSONResponse:
        """Give a document: its sentences with their mentions, its steps with their settings, its loads."""
        found = found_or_404(browsing.read(retrieval.read_document, id), _NO_DOCUMENT)
        reloadable = changes is not None and changes.original(id) is not None
        return JSONResponse({**_document(found), "reloadable": reloadable})

    @router.get("/checks/{id:path}", **described("GET /checks/{id}", models.CheckOut, 404))
    def check_document(id: Id) -> JSONResponse:
        """Check a protocol: what is missing, odd or contradictory in it, as `bioloom check --json`."""
        return JSONResponse(found_or_404(browsing.check(id), _NO_DOCUMENT).as_json())

    return router


def upload_routes(jobs: LoadQueue, changes: DocumentChanges | None = None) -> APIRouter:
    """Build the router of uploads, of their jobs, and of changes to documents."""
    router = APIRouter(tags=["documents"])
    if changes is not None:
        _add_changes(router, jobs, changes)

    @router.post("/documents", **described("POST /documents", models.AcceptedOut, 415, 507, status=202))
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
        _check_form((await request.form()).multi_items())
        name = (file.filename or "").replace("%22", '"')  # as HTML's forms write a quote in a name
        job = await run_in_threadpool(jobs.submit, name, file.file, extract, _client(request))
        return _accepted(job)

    @router.get("/jobs", **described("GET /jobs", models.JobsOut))
    def list_jobs(limit: Limit = 50, cursor: Cursor = None) -> JSONResponse:
        """List the jobs of this service, the newest first."""
        every = jobs.list()
        if cursor:
            last = read_cursor(cursor, 1)[0]
            place = next((at for at, job in enumerate(every) if job.id == last), len(every))
            every = every[place + 1 :]
        more = write_cursor(every[limit - 1].id) if len(every) > limit else None
        return JSONResponse({"items": [asdict(job) for job in every[:limit]], "next": more})

    @router.get("/jobs/{id}", **described("GET /jobs/{id}", models.JobOut, 404))
    def read_job(id: Id) -> JSONResponse:
        """Say how far a job has come."""
        return JSONResponse(asdict(found_or_404(jobs.get(id), _NO_JOB)))

    return router


def _add_changes(router: APIRouter, jobs: LoadQueue, changes: DocumentChanges) -> None:
    @router.delete("/documents/{id:path}", **described("DELETE /documents/{id}", models.WithdrawnOut, 404))
    def withdraw_document(id: Id, dry_run: DryRun = False) -> JSONResponse:
        """Delete a document with all that only it supports, or count what would go (`dry_run`)."""
        done = found_or_404(changes.count(id) if dry_run else changes.withdraw(id), _NO_DOCUMENT)
        return JSONResponse({"document": id, "deleted": dict(done.deleted), "dry_run": dry_run})

    @router.post(
        "/documents/{id:path}/reload",
        **described("POST /documents", models.AcceptedOut, 404, 409, 507, status=202),
    )
    def reload_document(request: Request, id: Id, body: ReloadBody | None = None) -> JSONResponse:
        """Read the uploaded file of a document again, as a job; what it no longer holds is withdrawn."""
        found_or_404(changes.count(id), _NO_DOCUMENT)
        original = changes.original(id)
        if original is None:
            raise HTTPException(
                409, "its file is not kept here; load it again where it is: bioloom load SOURCE --fresh"
            )
        extract = (body or ReloadBody()).extract
        return _accepted(jobs.resubmit(changes.title(id), original, extract, _client(request)))


def _check_form(fields: Iterable[tuple[str, object]]) -> None:
    """Refuse a form of which something would be dropped: a second file, or a field that is not known."""
    for name, times in Counter(name for name, _ in fields).items():
        if name not in _FIELDS:
            raise HTTPException(422, f"unknown field {name[:50]!r}; known: {', '.join(_FIELDS)}")
        if times > 1:
            many = "send one file a request" if name == "file" else "it has one value"
            raise HTTPException(422, f"the field {name!r} is given {times} times; {many}")


def _client(request: Request) -> str:
    return network(request.client.host if request.client else "")


def _accepted(job: UploadJob) -> JSONResponse:
    accepted = {"job": job.id, "status": f"/jobs/{quote(job.id)}", "position": job.position}
    return JSONResponse(accepted, 202)


def _document(view: retrieval.DocumentView) -> dict[str, Any]:
    sentences = []
    for sentence in view.sentences:
        title = sentence.number == 1 and sentence.text.strip() == view.title.strip()
        role = "heading" if title else role_of_text(sentence.text)
        sentences.append({**asdict(sentence), "heading": role == "heading", "role": role})
    loads = [{**asdict(load), "source": load.source.rstrip("/").rpartition("/")[2]} for load in view.loads]
    return {**asdict(view), "sentences": sentences, "loads": loads}
