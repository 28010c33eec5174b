"""Writing: batches of rows into the graph or a bulk store, with lease, checkpoint and withdrawal."""
