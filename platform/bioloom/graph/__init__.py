"""The database room: managed server, connection, schema, writer, read-only guard."""
