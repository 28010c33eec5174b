"""Which relation holds between two named things, from what is known of others (SPEC P1, P8)."""
