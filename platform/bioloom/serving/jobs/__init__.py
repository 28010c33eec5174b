"""Jobs: uploads that wait to be loaded, and queries that are answered later, with callbacks."""
