"""Readers: one class a kind of question, each with `read(context) -> Draft | None`."""
