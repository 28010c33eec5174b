"""Laboratory commands: `eval`, `train` and `bench`, found through the entry-point group bioloom.commands."""

from bioloom.cli.commands import Command

EVAL = Command(
    "eval",
    "bioloom_lab.cli.evaluate",
    "Measure retrieval, answering or grounding on the loaded graph, standardization, or extraction.",
    "bioloom eval retrieval --data questions.jsonl --json",
)
TRAIN = Command(
    "train",
    "bioloom_lab.cli.train",
    "Make the models that come with bioloom anew (needs the models extra; links only to fine-tune).",
    "bioloom train protocol --help",
)
BENCH = Command(
    "bench", "bioloom_lab.cli.bench", "Measure speed on this machine.", "bioloom bench cookbook --json"
)
