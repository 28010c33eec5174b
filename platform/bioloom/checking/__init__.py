"""Protocol checks: rules in Cypher that report what is missing, odd or contradictory."""

from bioloom.checking.findings import NOTICE, CheckReport, Finding, Involved
from bioloom.checking.protocol_check import check_protocol, find_protocol, protocols
from bioloom.checking.rules import Rule, Severity, parse_rule, rules

__all__ = [
    "NOTICE",
    "CheckReport",
    "Finding",
    "Involved",
    "Rule",
    "Severity",
    "check_protocol",
    "find_protocol",
    "parse_rule",
    "protocols",
    "rules",
]
