"""Checks of a loaded protocol: rules in Cypher that report what is missing, odd or contradictory in it."""

from bioloom.checking.findings import NOTICE, Finding, Involved, Report
from bioloom.checking.protocol_check import check_protocol, find_protocol, protocols
from bioloom.checking.rules import Rule, Severity, parse_rule, rules

__all__ = [
    "NOTICE",
    "Finding",
    "Involved",
    "Report",
    "Rule",
    "Severity",
    "check_protocol",
    "find_protocol",
    "parse_rule",
    "protocols",
    "rules",
]
