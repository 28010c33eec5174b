"""Graph access: shared driver, views, overview and changes of the graph, turns of callers' statements."""
