"""The walks of three kinds of question to their answers: the functions that hand it on, in their order."""

MOST_HOPS = 14

BEGINNING = (
    "bioloom.cli.ask.ask_command",
    "bioloom.answering.pipeline.ask",
    "bioloom.question_parsing.parsed_question.parse_question",
    "bioloom.answering.evidence_gathering.gather_evidence",
)
WALKS = {
    "a question about a step": (
        *BEGINNING,
        "bioloom.retrieval.methods.rank_sentences",
        "bioloom.retrieval.methods.LearnedMethod.rank",
        "bioloom.retrieval.candidates.find_candidates",
        "bioloom.retrieval.statement_runner.run_statement",
        "bioloom.retrieval.ranking.order_learned",
        "bioloom.retrieval.sentence_lookup.sentences_by_id",
        "bioloom.answering.reader_cascade.ReaderCascade.read",
        "bioloom.answering.readers.protocol_reader.ProtocolReader.read",
        "bioloom.answering.readers.protocol_reader.read_parts",
        "bioloom.answering.composition.citation_verification.verify_parts",
    ),
    "a question about an assertion": (
        *BEGINNING,
        "bioloom.retrieval.assertion_ranking.rank_assertions",
        "bioloom.retrieval.assertion_ranking._rank",
        "bioloom.retrieval.assertion_search.AssertionSearch.find_rows",
        "bioloom.retrieval.assertion_search.AssertionSearch._read",
        "bioloom.retrieval.assertion_search.AssertionSearch._rows",
        "bioloom.retrieval.statement_runner.run_statement",
        "bioloom.answering.reader_cascade.ReaderCascade.read",
        "bioloom.answering.readers.assertion_reader.AssertionReader.read",
        "bioloom.answering.readers.assertion_reader.read_claims",
        "bioloom.answering.composition.citation_verification.verify_parts",
    ),
    "a question for a gene": (
        *BEGINNING,
        "bioloom.answering.evidence_gathering._with_paths",
        "bioloom.mechanism.gene_ranking.rank_genes",
        "bioloom.mechanism.gene_ranking.link_gene_questions",
        "bioloom.mechanism.entity_resolution.resolve_entities",
        "bioloom.mechanism.candidate_queries.find_gene_candidates",
        "bioloom.retrieval.statement_runner.run_statement",
        "bioloom.answering.reader_cascade.ReaderCascade.read",
        "bioloom.answering.readers.gene_reader.GeneReader.read",
        "bioloom.answering.readers.gene_reader.read_genes",
        "bioloom.answering.composition.citation_verification.verify_parts",
    ),
}
