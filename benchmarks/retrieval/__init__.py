"""What mem0 and LangMem find in the same stores, with the same vectors, beside what we find.

mem0 and LangSmith read their environment when they are imported: what would call home is switched off before.
"""

import logging
import os
import tempfile

os.environ["MEM0_TELEMETRY"] = "False"
os.environ["LANGSMITH_TRACING"] = "false"
os.environ.setdefault("MEM0_DIR", os.path.join(tempfile.gettempdir(), "ai-mind-bench-mem0"))
logging.getLogger("mem0").setLevel(logging.ERROR)  # it says at every store that spaCy and fastembed are not there
