"""Names that both sides of a benchmark use: the graphs that are served, and the process that drives them."""

CHAT_MODEL = "chat"
EXTRACTION_MODEL = "extractor"
COMPACTION_MODEL = "compactor"
TIMED = "timed: "
"""Before the JSON of a run's times in the server's log."""
