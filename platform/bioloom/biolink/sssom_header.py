"""Header of SSSOM files that bioloom writes: metadata as YAML in comment lines."""

from collections.abc import Iterable

import yaml

from bioloom import __version__
from bioloom.biolink.prefixes import prefix_map

_STANDARD = {
    "oboInOwl": "http://www.geneontology.org/formats/oboInOwl#",
    "semapv": "https://w3id.org/semapv/vocab/",
    "skos": "http://www.w3.org/2004/02/skos/core#",
    "sssom": "https://w3id.org/sssom/",
}


def sssom_header(curies: Iterable[str], name: str, title: str) -> str:
    """Write the header of a mapping set that uses these CURIEs.

    >>> print(sssom_header(["skos:exactMatch"], "review", "Names").splitlines()[-3])
    #license: https://creativecommons.org/publicdomain/zero/1.0/
    """
    known = {**prefix_map(), **_STANDARD}
    used = {curie.partition(":")[0] for curie in curies}
    metadata = {
        "curie_map": {
            prefix: known.get(prefix, f"https://bioregistry.io/{prefix}:")
            for prefix in sorted(used | set(_STANDARD))
            if prefix
        },
        "mapping_set_id": f"https://w3id.org/bioloom/{name}",
        "mapping_set_title": title,
        "license": "https://creativecommons.org/publicdomain/zero/1.0/",
        "mapping_tool": "bioloom",
        "mapping_tool_version": __version__,
    }
    lines = yaml.safe_dump(metadata, sort_keys=False, allow_unicode=True).splitlines()
    return "".join(f"#{line}\n" for line in lines)
