"""Typer commands, a file a group; thin over the rooms that do the work."""
