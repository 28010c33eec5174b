#!/bin/sh
# From nothing to a cited answer: start Neo4j, load real protocols and a real graph, ask both.
# Runs again at any time: what is loaded already stays as it is.
set -eu
here=$(dirname "$0")

bold='' plain=''
if [ -t 1 ]; then bold=$(printf '\033[1m') plain=$(printf '\033[0m'); fi

say() { printf '\n%s$ bioloom %s%s\n' "$bold" "$*" "$plain"; bioloom "$@"; }

say up
say load "$here/wlp"
say load "$here/hetionet"
say load "$here/biored"
say load "$here/plain" --extract local
say load "$here/abstracts" --extract local
say ask "How long is the heat shock of competent E. coli cells?" --no-llm
say ask "At what temperature is the DNA of the plasmid miniprep stored?" --no-llm
say check plain:plasmid_miniprep
say ask "Which drugs treat asthma?" --no-llm
say standardize "is inhibited by" --subject "COX-2" --object celecoxib
say query genes_of_reagents -p reagent=DMSO
say ask "What inhibits p62?" --no-llm
# from one abstract to another: what a chemical does to a gene, and what the gene has to do with
say query --cypher 'MATCH (c:`biolink:ChemicalEntity`)-[one:`biolink:affects`]->(g)-[two]-(d:`biolink:DiseaseOrPhenotypicFeature`)
  WHERE none(x IN one.document_ids WHERE x IN two.document_ids)
  RETURN DISTINCT c.name AS chemical, one.object_direction_qualifier AS direction, g.name AS gene, d.name AS disease
  ORDER BY chemical, gene, disease'
say status
printf '\nOpen the Browser address above (the password: bioloom status --show-password),\n'
printf 'ask your own: .venv/bin/bioloom ask "..."; stop the database: .venv/bin/bioloom down\n'
