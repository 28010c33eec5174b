"""Cookbook: named read queries for analysts, run by name, and their guide for Neo4j Browser."""
