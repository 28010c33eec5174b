// Ask the server for a sign of life. No parameters.
RETURN 1
