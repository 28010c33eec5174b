"""Query parameters as the description has them: what it does not name is refused, and what is given twice."""

from collections import Counter

from fastapi import Request
from fastapi.routing import APIRoute

from bioloom.errors import UsageError
from bioloom.names import nearest


def only_described(request: Request) -> None:
    """Refuse query parameters that the path does not take, before it runs; UsageError names one."""
    route = request.scope["route"]
    assert isinstance(route, APIRoute)
    known = {field.alias for field in route.dependant.query_params}
    given = Counter(name for name, _ in request.query_params.multi_items())
    for name, times in given.items():
        if name not in known:
            raise UsageError(f"unknown query parameter {name[:50]!r}; {_told(name, known)}")
        if times > 1:
            raise UsageError(f"the query parameter {name!r} is given {times} times; it has one value")


def _told(name: str, known: set[str]) -> str:
    like = nearest(name, known)
    return f"did you mean {like}?" if like else f"known: {', '.join(sorted(known)) or 'none'}"
