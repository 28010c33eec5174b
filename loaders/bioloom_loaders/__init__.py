"""Loaders: one module a corpus or format, from files to records."""
