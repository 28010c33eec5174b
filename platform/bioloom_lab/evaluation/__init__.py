"""Benchmark suites: gold data, measured systems, metrics with intervals, published figures."""
