"""Question -> ParsedQuestion: expected answer type, search terms, quantities, mechanism entities."""

from bioloom.question_parsing.inflections import forms_of, stem
from bioloom.question_parsing.mechanism_questions import (
    DrugQuestion,
    MechanismQuestion,
    parse_drug_question,
    parse_gene_question,
    parse_metabolite_question,
)
from bioloom.question_parsing.parsed_question import ParsedQuestion, parse_question
from bioloom.question_parsing.question_type import ASKING_WORDS, QuestionType, classify_question
from bioloom.question_parsing.search_terms import STOP_WORDS, content_words
from bioloom.question_parsing.stated_values import stated_values

__all__ = [
    "ASKING_WORDS",
    "STOP_WORDS",
    "DrugQuestion",
    "MechanismQuestion",
    "ParsedQuestion",
    "QuestionType",
    "classify_question",
    "content_words",
    "forms_of",
    "parse_drug_question",
    "parse_gene_question",
    "parse_metabolite_question",
    "parse_question",
    "stated_values",
    "stem",
]
