"""UserMemory: the document of one memory, as it stands in the store (R2.1.2, with what W taught)."""

from typing import Literal

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field

from memory.user.candidate import Identity, MemoryType, SourceSignal

SCHEMA_VERSION = "user-memory.v1"
STANDING_TYPES: frozenset[MemoryType] = frozenset(
    {"standing_instruction", "recurring_constraint", "communication_preference", "risk_preference"}
)
"""Types that hold in every conversation, whatever it is about."""
MAX_EVIDENCE = 5
MAX_HISTORY = 20
MAX_OLDER_TURNS = 200

Source = Literal["eligible_completed_turn", "pinned_decision_promotion"]
"""R2.1.4."""
Status = Literal["active", "superseded", "suppressed"]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Evidence(_Part):
    """The user's words a memory rests on."""

    quote: str
    asked: str | None = None
    """What they answered, when the words are a bare yes or no."""
    conversation_id: str
    turn_id: str
    said_at: AwareDatetime


class Event(_Part):
    """One change of a memory's text or status."""

    at: AwareDatetime
    what: Literal["created", "updated", "superseded", "suppressed", "revived"]
    by: Literal["conversation", "api", "import"] = "conversation"
    """Whether the user said it, or changed it on a page or from a file; then there is no turn."""
    conversation_id: str = ""
    turn_id: str = ""
    quote: str = ""
    """The user's words that made it."""
    text: str
    """The text before the change."""


class UserMemory(_Part):
    """One memory. `search_text` is the only field that is embedded.

    One derived field instead of `text` and `tags`: the store would embed the JSON of a list, or one
    vector a tag of which the old ones stay behind when tags are removed, and would take the best of
    them all (L1-L3). One field is one vector, replaced at each write.
    """

    schema_version: str = SCHEMA_VERSION
    id: str
    stable_key: str
    type: MemoryType
    text: str
    identity: Identity
    tags: list[str]
    confidence: float
    confident: bool = True
    """Whether the confidence is high enough to be recalled. Top-level, because the store filters by it: a range over
    an item without the number makes the in-memory store raise."""
    status: Status
    superseded_by: str | None = None
    """Id of the memory that took its place."""
    source: Source = "eligible_completed_turn"
    source_signal: SourceSignal | None
    evidence: list[Evidence]
    """Newest last, at most five quotes; `evidence_count` counts them all."""
    evidence_count: int = Field(ge=1)
    older_turns: list[str] = []
    """Marks (`turn.mark`) of the turns whose quotes are not kept any more: they must not bring it back either."""
    history: list[Event]
    relations: list[str] = []
    version: int = Field(1, ge=1)
    created_at: AwareDatetime
    updated_at: AwareDatetime
    last_seen_at: AwareDatetime
    tier: Literal["standing", "soft"]
    """Top-level, like `status` and `index_version`, because the store filters by it."""
    index_version: str = ""
    """How and with what it was embedded; vectors of different versions are never compared (R3.4)."""
    vector: str | None = None
    """Its vector as the index has it, so that who has read the memory can compare it."""
    local_vector: str | None = None
    """Its vector by the local model, kept beside a hosted model's for when that is down."""
    search_text: str


def search_text(text: str, subject: str, tags: list[str]) -> str:
    """Return what is embedded of a memory: its text, then subject and tags that are not in it."""
    extra = [word for word in dict.fromkeys([subject, *tags]) if word and word not in text]
    return " ".join([text, *extra])
