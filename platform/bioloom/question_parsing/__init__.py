"""Question -> ParsedQuestion: expected answer type, search terms, quantities, mechanism entities."""

from bioloom.question_parsing.abbreviated_words import (
    cut_words,
    initial_words,
    long_forms,
    missing_forms,
    parted_names,
    short_forms,
    spell_out,
)
from bioloom.question_parsing.comparatives import parse_comparison
from bioloom.question_parsing.comparisons import asks_whether_same
from bioloom.question_parsing.coordinated_questions import separate_questions
from bioloom.question_parsing.document_questions import DocumentQuestion
from bioloom.question_parsing.inflections import forms_of, stem
from bioloom.question_parsing.list_questions import WORDS_OF_ALL, asked_plural
from bioloom.question_parsing.mechanism_questions import DrugQuestion, MechanismQuestion
from bioloom.question_parsing.misspelt_words import misspelt_words
from bioloom.question_parsing.named_numbers import designators, named_numbers
from bioloom.question_parsing.parsed_question import ParsedQuestion, parse_question
from bioloom.question_parsing.question_language import is_english
from bioloom.question_parsing.question_pattern import QuestionPattern
from bioloom.question_parsing.question_type import (
    ASKING_WORDS,
    PRECEDING,
    QuestionType,
    asked_value,
    order_clauses,
)
from bioloom.question_parsing.relation_questions import (
    asked_nouns,
    asks_in_common,
    coordinated_names,
    defined_name,
    leave_out,
    named_end,
    subtracted,
)
from bioloom.question_parsing.search_terms import STOP_WORDS, content_words
from bioloom.question_parsing.stated_values import ALL_KINDS, MEASURED, VALUE_NAMES, kinds_for, stated_values
from bioloom.question_parsing.synonyms import (
    canonical_word,
    canonical_words,
    excludes,
    is_act,
    is_everyday,
    is_excluded,
    is_filler,
    is_unconstraining,
    matches_any,
    name_formulas,
    names_kind,
    names_organism,
    names_subject,
)
