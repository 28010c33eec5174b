// Check that the server answers. No parameters.
RETURN 1
