"""What every loader process would import and read for itself, once for all of them (`loader_process`)."""

import bioloom.cli.app
import bioloom.cli.load
import bioloom.extraction.opening
import bioloom.pipeline  # noqa: F401
from bioloom.biolink import model
from bioloom.loading import loaders

loaders()
model()
