"""What a caller, or Studio's form, may set for one run of the chat graph."""

from dataclasses import dataclass, field


@dataclass(kw_only=True)
class ChatContext:
    """Settings of one conversation's runs. Nothing here says who the user is; the server does."""

    model: str = field(
        default="",
        metadata={
            "description": "Name of the model that answers, at the configured endpoint. Empty: AI_MIND_CHAT_MODEL.",
            "json_schema_extra": {"langgraph_nodes": ["respond"]},
        },
    )
    system_prompt: str = field(
        default="",
        metadata={
            "description": "What the assistant is told before everything else. Empty: a short default in the "
            "language of the newest message.",
            "json_schema_extra": {"langgraph_nodes": ["respond"], "langgraph_type": "prompt"},
        },
    )
    timezone: str = field(
        default="",
        metadata={
            "description": "IANA name of the user's time zone, such as Asia/Shanghai: what 去年 and 'last March' are "
            "counted in. Empty: AI_MIND_TIMEZONE, else the server's own.",
            "json_schema_extra": {"langgraph_nodes": ["dispatch"]},
        },
    )
    memory_enabled: bool = field(
        default=True,
        metadata={
            "description": "Whether long-term memory is read and written. Off: nothing is recalled in this run and "
            "nothing of it is ever learned.",
            "json_schema_extra": {"langgraph_nodes": ["recall", "dispatch"]},
        },
    )
