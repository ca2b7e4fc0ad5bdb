"""The hot path measured: our chat beside a bare LangGraph chat on the same server, and recall by itself."""
