"""Native types and relations to Biolink, and measured values to SI."""
