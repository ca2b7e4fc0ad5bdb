"""Numbers for /health and Prometheus: by codes, never by anything a person said."""

from prometheus_client import generate_latest

from memory.platform.metrics import Metrics, label


def test_each_thing_is_counted_under_its_codes() -> None:
    metrics = Metrics()
    metrics.turn()
    metrics.recall("meaning", 42, [])
    metrics.recall("", 3, ["store", "deadline"])
    metrics.extraction("processed", [{"status": "new", "code": None}, {"status": "rejected", "code": "question"}])
    metrics.compaction("folded", None)
    metrics.compaction("started", "summarise")
    metrics.model_used("chat", input_tokens=30, output_tokens=4)
    metrics.model_failed("extraction", "timeout")
    assert metrics.read() == {
        "candidates.new": 1,
        "candidates.rejected": 1,
        "chat_turns": 1,
        "compactions.folded": 1,
        "compactions.started.summarise": 1,
        "extractions.processed": 1,
        "model_errors.extraction.timeout": 1,
        "recall": 1,
        "recall.meaning": 1,
        "recall_degraded.deadline": 1,
        "recall_degraded.store": 1,
        "rejections.question": 1,
        "tokens.chat.input": 30,
        "tokens.chat.output": 4,
    }
    page = generate_latest(metrics.registry).decode()
    assert 'ai_mind_recall_milliseconds_bucket{by="meaning",le="50.0"} 1.0' in page
    assert 'ai_mind_compactions_total{kind="folded",reason="none"} 1.0' in page


def test_what_is_no_code_becomes_no_label() -> None:
    assert [label(given) for given in ("store_failed", "", None)] == ["store_failed", "none", "none"]
    said = ("我住在杭州", "sk-1234", "ConnectionError", "two words", "a" * 41, "a\n")
    assert {label(given) for given in said} == {"other"}
    metrics = Metrics()
    metrics.compaction("failed", "我住在杭州")
    assert metrics.read() == {"compactions.failed.other": 1}


def test_each_process_or_test_counts_for_itself() -> None:
    Metrics().turn()
    assert Metrics().read() == {}
