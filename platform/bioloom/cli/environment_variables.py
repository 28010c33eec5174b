"""Environment variables that the program reads, and which of those that are set nothing reads.

The names stand here once more, since opening the settings takes longer than showing a help text.
"""

from collections.abc import Mapping
from difflib import get_close_matches

OF_SETTINGS = (
    *("BOLT_PORT", "CACHE", "CALLBACK_HOSTS", "CLAIM_CONFIDENCE", "ENCODER", "EUTILS", "FEDERATION"),
    *("FEDERATION_TOKENS", "HEAP", "HOME", "HTTP_PORT", "LLM_KEY", "LLM_MODEL", "LLM_PRICE", "LLM_URL"),
    *("MAVEN", "PAGECACHE", "READER", "SERVE_CYPHER"),
)
_OF_OPTIONS = ("ALLOW_HOST", "AT_ONCE", "LOG_FORMAT", "LOG_LEVEL", "RATE", "TIME_LIMIT", "TOKEN")
_OF_CONTAINERS = ("COMPLETE", "MEMORY", "PORT")
_OF_TESTS = ("TEST_", "FAULT", "FUZZ_", "SOAK_", "WRITE_", "ATTACK_")
_KNOWN = [f"BIOLOOM_{name}" for name in (*OF_SETTINGS, *_OF_OPTIONS, *_OF_CONTAINERS)]


def unknown_variables(environment: Mapping[str, str]) -> list[str]:
    """Tell of variables called BIOLOOM_... that nothing reads, each with the nearest that is read.

    >>> unknown_variables({"BIOLOOM_HOEM": "/x", "BIOLOOM_HOME": "/y"})
    ['BIOLOOM_HOEM is read by nothing; did you mean BIOLOOM_HOME?']
    """
    found = []
    for name in sorted(environment):
        ours = name.startswith("BIOLOOM_") and not name.removeprefix("BIOLOOM_").startswith(_OF_TESTS)
        if ours and name not in _KNOWN:
            near = get_close_matches(name, _KNOWN, 1)
            cure = f"did you mean {near[0]}?" if near else "docs/server.md lists those that are"
            found.append(f"{name} is read by nothing; {cure}")
    return found
