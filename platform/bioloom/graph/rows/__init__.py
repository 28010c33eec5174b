"""Rows: records as property maps and columns, and the policy by which a stored one is kept or replaced."""
