"""Protocol checks: rules in Cypher that report what is missing, odd or contradictory."""

from bioloom.checking.findings import NOTICE, CheckReport, Finding, Involved
from bioloom.checking.protocol_check import check_protocol, find_protocol, protocols
from bioloom.checking.rules import Rule, Severity, parse_rule, rules

__all__ = ["CheckReport", "Finding", "Severity", "check_protocol", "rules"]
"""What documents name; other rooms use the rest."""
