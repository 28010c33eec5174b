"""Withdrawals: what leaves the graph, on request or because its source states it no longer."""
