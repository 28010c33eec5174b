"""Choice questions about steps of protocols that are not in the graph (BioProBench's PQA and ERR)."""
