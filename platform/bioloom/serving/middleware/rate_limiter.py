"""Rate limiter: a token bucket for each caller."""

import ipaddress
import time
from collections.abc import Callable, Hashable

_MOST_CALLERS = 10_000


class RateLimiter:
    """Token bucket for each caller: `burst` requests at once, then `rate` a second.

    The callers who were longest away are forgotten when there are too many, so that memory stays bounded.
    """

    def __init__(
        self,
        rate: float,
        burst: int,
        *,
        clock: Callable[[], float] = time.monotonic,
        most: int = _MOST_CALLERS,
    ) -> None:
        self._rate = rate
        self._burst = float(burst)
        self._clock = clock
        self._most = most
        self._held: dict[Hashable, tuple[float, float]] = {}

    def __len__(self) -> int:
        return len(self._held)

    def wait(self, caller: Hashable) -> float:
        """Take a token: 0 if there was one, otherwise the seconds until there is.

        >>> moments = iter([0.0, 0.0, 0.5])
        >>> buckets = RateLimiter(1.0, 1, clock=lambda: next(moments))
        >>> [buckets.wait("a") for _ in range(3)]
        [0.0, 1.0, 0.5]
        """
        if self._rate <= 0:
            return 0.0
        now = self._clock()
        tokens, seen = self._held.pop(caller, (self._burst, now))
        tokens = min(self._burst, tokens + (now - seen) * self._rate)
        enough = tokens >= 1.0
        self._held[caller] = (tokens - 1.0 if enough else tokens, now)  # put last: who came latest
        if len(self._held) > self._most:
            del self._held[next(iter(self._held))]
        return 0.0 if enough else (1.0 - tokens) / self._rate


def network(address: str) -> str:
    """Give the key of an address: an IPv4 address itself, the /64 network of an IPv6 one.

    >>> network("2001:db8::7"), network("127.0.0.1"), network("somebody")
    ('2001:db8::', '127.0.0.1', 'somebody')
    """
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if found.version == 4:
        return address
    return str(ipaddress.IPv6Network((int(found) >> 64 << 64, 64)).network_address)
