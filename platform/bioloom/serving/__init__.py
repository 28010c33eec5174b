"""HTTP service: questions, retrieval, documents and TRAPI over one graph, on the loopback address."""

from bioloom.serving.app import create_app
from bioloom.serving.bearer_token import CurrentToken, read_token, renew_token
from bioloom.serving.services import Services, graph_services
