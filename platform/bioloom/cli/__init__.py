"""Typer commands, a file a command group; thin over the services."""
