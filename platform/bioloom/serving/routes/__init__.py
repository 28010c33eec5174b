"""Routers, a file a group of endpoints."""
