"""Guard: Cypher that users write is parsed, bounded and run read-only; its rows, plan and notifications."""
