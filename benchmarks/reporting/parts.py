"""The parts of `make bench`: what each asks, in both languages, and the module that answers it."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Part:
    """One part.

    Args:
        name: of its results.
        module: run as a process of its own, which saves them.
        title: of its section, in English and Chinese.
        about: what is compared and how, in English and Chinese.
    """

    name: str
    module: str
    title: tuple[str, str]
    about: tuple[str, str]
    alone: bool = True
    """Whether it can be run without arguments."""


PARTS = (
    Part(
        "write-path-cost",
        "benchmarks.write_path.cost",
        ("Write path: cost and outcome", "写入路径：成本与结果"),
        (
            "The same 500 labelled turns (250 Chinese, 250 English, told by 20 invented people, written by "
            "somebody who "
            "did not know the rules) go through each library, turn about. A scripted model proposes the same "
            "to each in "
            "the format it asks for, right things and wrong ones. What is stored at the end is counted by "
            "code against "
            "the labels.",
            "同一批 500 个带标注的回合（中英文各 250，20 个虚构的人，由不了解规则的人写成）轮流经过每个库。"
            "脚本模型按各库要求的格式"
            "提出同样的内容，有对的也有错的。最后存下的内容由代码对照标注计数。",
        ),
    ),
    Part(
        "write-path-cases",
        "benchmarks.write_path.cases",
        ("Write path: where something goes wrong", "写入路径：出错的时候"),
        (
            "The model is down for a turn, its answer arrives spoilt in six ways, one fact is said twice at the same "
            "moment, a memory is deleted: requests sent, facts kept at once and after the next turn, records, and "
            "places where the deleted text still is. In the turn after a failure the model names all that a library "
            "shows it.",
            "模型在一个回合里完全不可用、回答以六种方式损坏、同一事实同时说两次、一条记忆被删除："
            "计数发出的请求、当时与下一回合后保住的事实、记录数，以及还能找到已删文本的地方。"
            "失败后的下一回合，模型会说出库展示给它的一切。",
        ),
    ),
    Part(
        "write-path-growth",
        "benchmarks.write_path.growth",
        ("Write path: growth with what is stored", "写入路径：随存量增长"),
        (
            "One turn and one search with more and more memories of one person, and beside other people's; "
            "model and "
            "embedding take no time, so what is left is the library.",
            "一个人的记忆越来越多时、以及旁边有很多别人的记忆时，一次写入和一次搜索的时间；模型和向量不耗时，剩下的就是库本身。",
        ),
    ),
    Part(
        "recall-sizes",
        "benchmarks.hot_path.recall_sizes",
        ("Recall, by memories and by people", "召回：随记忆数与人数"),
        (
            "The product's own recall with the local embedding model, every question new, the embedding's share shown.",
            "产品自己的召回，使用本地向量模型，每个问题都是新的，并列出向量计算所占的部分。",
        ),
    ),
    Part(
        "inside",
        "benchmarks.hot_path.inside",
        ("Inside one run", "一次运行之内"),
        (
            "Milliseconds before the model is called and after its last token, ours beside a bare chat on "
            "the same "
            "server, turn about, when nothing else runs.",
            "模型被调用之前和最后一个 token 之后的毫秒数，与同一服务器上的裸聊天轮流测量，且没有其他运行。",
        ),
    ),
    Part(
        "turns",
        "benchmarks.hot_path.turns",
        ("Whole turns beside a bare chat", "完整回合对比裸聊天"),
        (
            "Time to first token and whole turn through the SDK, 1 to 50 people at once, with a model that "
            "takes no time "
            "and with one at a realistic pace. `langgraph dev` looks into its queue every 0.5 s when idle, "
            "which is most "
            "of a turn at low load; an echo without a model shows that floor.",
            "通过 SDK 测得的首 token 时间和完整回合时间，1 到 50 人同时进行，模型分为零延迟和真实节奏两种。"
            "`langgraph dev` 空闲时每 0.5 秒才看一次队列，低负载时这占了回合的大部分；不带模型的 echo 给出这个下限。",
        ),
    ),
    Part(
        "prefix",
        "benchmarks.prefix",
        ("Prefix stability", "前缀稳定性"),
        (
            "Share of a request's tokens that a provider's cache could reuse from the request before: the "
            "longest common "
            "prefix of the real requests, over 30 turns that change the topic nearly every time.",
            "一次请求中可被提供方缓存复用的 token 比例："
            "真实请求与上一次请求的最长公共前缀，30 个回合，几乎每回合都换话题。",
        ),
    ),
    Part(
        "retrieval",
        "benchmarks.retrieval",
        ("Retrieval quality", "检索质量"),
        (
            "The recall harness with the same documents and the same vectors for each. mem0 without spaCy "
            "and fastembed, "
            "as `pip install mem0ai` leaves it.",
            "召回评测，各库使用相同的文档和相同的向量。"
            "mem0 不含 spaCy 和 fastembed，与 `pip install mem0ai` 之后的状态一致。",
        ),
    ),
    Part(
        "throughput",
        "benchmarks.throughput",
        ("Ten minutes, fifty people, two processes", "十分钟、五十人、两个进程"),
        (
            "On Postgres, models at a realistic pace: errors, times at the beginning and at the end, memory, "
            "connections, "
            "and whether the background runs keep up.",
            "使用 Postgres，模型为真实节奏：错误数、开头与结尾的时间、内存、连接数，以及后台运行是否跟得上。",
        ),
    ),
    Part(
        "faster",
        "benchmarks.faster",
        ("Made faster: before and after", "变快了：之前与之后"),
        (
            "The same probe in the checkout before this was optimised and in this one, turn about in one run "
            "(`python -m benchmarks.faster --before CHECKOUT`); milliseconds of the processor. What a process has "
            "read of a person's memories it keeps until somebody writes; what is found for a message stands with it.",
            "同一个探针在优化前的代码和现在的代码里轮流运行（`python -m benchmarks.faster --before CHECKOUT`）；"
            "处理器毫秒数。进程读过的记忆留到有人写入为止；为某条消息找到的记忆放在那条消息前面。",
        ),
        alone=False,
    ),
)
