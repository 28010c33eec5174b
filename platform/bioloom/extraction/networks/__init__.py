"""Networks of the shipped models: entities and relations of protocols on a processor, without torch."""

from bioloom.extraction.networks.extractor import LocalExtractor, open_local

__all__ = ["LocalExtractor", "open_local"]
