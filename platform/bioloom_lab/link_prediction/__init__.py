"""Which relation holds between two named things, from what is known of others (SPEC P1, P8)."""

from bioloom_lab.link_prediction.experts import NameVectors
from bioloom_lab.link_prediction.model import LinkModel, fit_links
from bioloom_lab.link_prediction.model_folder import read_link_model, write_link_model
from bioloom_lab.link_prediction.questions import Link, alternatives, cut, read_links, ways_to_cut

__all__ = [
    "Link",
    "LinkModel",
    "NameVectors",
    "alternatives",
    "cut",
    "fit_links",
    "read_link_model",
    "read_links",
    "ways_to_cut",
    "write_link_model",
]
