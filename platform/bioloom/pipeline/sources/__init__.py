"""Sources: the files of a load, their fingerprint, uploads among them, and publications fetched by number."""
