"""Ours, mem0 and LangMem behind one interface, asked by one scripted model and one encoder.

mem0 and LangSmith read their environment when they are imported: what would call home is switched off before.
"""

import os
import tempfile

os.environ["MEM0_TELEMETRY"] = "False"
os.environ["LANGSMITH_TRACING"] = "false"
os.environ.setdefault("MEM0_DIR", os.path.join(tempfile.gettempdir(), "ai-mind-bench-mem0"))
