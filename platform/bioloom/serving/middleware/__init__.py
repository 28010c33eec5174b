"""Middleware: hosts, token, limits and times of requests and connections; their logs, metrics and traces."""
