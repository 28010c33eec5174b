"""Endpoint configuration: a federation of the endpoints that the settings or a call name."""

from collections.abc import Sequence

from bioloom.errors import UsageError
from bioloom.federation.response_cache import ResponseCache
from bioloom.federation.trapi_client import Federation
from bioloom.settings import Settings


def open_federation(
    settings: Settings,
    urls: Sequence[str] = (),
    *,
    seconds: float = 60.0,
    offline: bool = False,
    fresh: bool = False,
    cache: ResponseCache | None = None,
) -> Federation:
    """Make ready to ask some endpoints, or those of the settings; nothing is asked yet.

    Replies are kept in bioloom's cache unless another one is given.

    UsageError says how to name one where there is none.
    """
    named = tuple(urls) or settings.endpoints
    if not named:
        raise UsageError(
            "no other graph is named: give the address of a TRAPI endpoint with --url, or set "
            "BIOLOOM_FEDERATION to one or more, separated by blanks"
        )
    return Federation(
        named,
        seconds=seconds,
        cache=cache or ResponseCache(settings.cache / "federation"),
        offline=offline,
        fresh=fresh,
        tokens={at: token.get_secret_value() for at, token in settings.federation_tokens.items()},
    )
