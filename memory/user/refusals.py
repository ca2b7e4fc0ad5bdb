"""Each reason to refuse a candidate, one small function a reason; `gates` says in which order they are asked."""

from dataclasses import dataclass

from memory.language import dates, deciding, lasting, modality, oneself, people, questions, quotation, requests, tense
from memory.language.clauses import sentence_of
from memory.language.sense import against
from memory.language.text import clean
from memory.language.words import words
from memory.sensitive import sensitive
from memory.user import corrections, detectors, special
from memory.user.asked import explicit
from memory.user.asked.off_record import off_record as kept_out
from memory.user.asked.withdrawing import withdraws
from memory.user.candidate import AFFAIRS, MIN_CONFIDENCE, RULES, Candidate, MemoryType
from memory.user.evidence import Quote
from memory.user.identity import canonical
from memory.user.slots import slots
from memory.user.support import kept_language, related, same_sense, supported
from memory.user.vocabulary import WEAK


@dataclass(frozen=True)
class Grounded:
    """A candidate and the words it rests on."""

    candidate: Candidate
    quote: Quote

    @property
    def for_assistant(self) -> bool:
        """Whether it may be addressed to the assistant instead of being about the user."""
        return self.candidate.type in RULES

    @property
    def asked(self) -> bool:
        """Whether the user expressly asked for it to be remembered."""
        return any(
            wish.kind == "remember" and wish.sentence[0] < self.quote.span[1] and self.quote.span[0] < wish.sentence[1]
            for wish in explicit.wishes(self.quote.source)
        )


_PLAIN_FACTS = frozenset({"user_preference", "stable_user_context"})


def _fields(c: Candidate) -> list[str]:
    """Every text that would leave the process or be stored; the reason is neither (R2.2.5)."""
    named = (c.text, c.evidence, c.identity.subject, c.identity.facet)
    return [*c.tags, *filter(None, named)]


def _answers(quote: Quote) -> bool:
    """Whether these words only answer what the user was asked about themselves: 上海, "York"."""
    return quote.turn.answers_about_user


def empty(c: Candidate) -> bool:
    """No text."""
    return not clean(c.text)


def temporary(c: Candidate) -> bool:
    """The model calls it temporary."""
    return c.stability == "temporary"


def speculative(c: Candidate) -> bool:
    """The model calls it a guess."""
    return c.stability == "speculative"


def low_confidence(c: Candidate) -> bool:
    """Confidence below 0.7; a forget is never refused for it."""
    # The user's own "forget it" is not up to the model's confidence (W2.13).
    return c.action == "add" and c.confidence < MIN_CONFIDENCE


def secret_fields(c: Candidate) -> bool:
    """A secret, an identifying number, a street address in any field."""
    return any(map(sensitive, _fields(c)))


def raw_runtime_state(c: Candidate) -> bool:
    """Machinery: state, prompts, payloads, stack traces."""
    return any(map(detectors.runtime_data, _fields(c)))


def full_transcript(c: Candidate) -> bool:
    """A piece of conversation instead of a statement."""
    return detectors.transcript(c.text)


def irrelevant(c: Candidate) -> bool:
    """Irrelevant."""
    return detectors.placeholder(c.text)


def without_identity(c: Candidate) -> bool:
    """No subject, or a taste without prefer or avoid."""
    return not canonical(c.identity.subject) or (c.type == "user_preference" and c.identity.polarity is None)


def injection(c: Candidate) -> bool:
    """Orders about orders, claims of rights, addresses of web pages."""
    # "Forget the previous rule" is what a forget says.
    return c.action == "add" and any(map(detectors.injection, _fields(c)))


def secret_quote(g: Grounded) -> bool:
    """The quote grew to whole clauses and is stored: what stands beside the evidence counts too."""
    return sensitive(g.quote.text)


def ordered_beside(g: Grounded) -> bool:
    """Said in one breath with orders about orders."""
    return detectors.orders(g.quote.sentence)


def withheld_kind(g: Grounded) -> bool:
    """Health, belief, children, beyond what the table below allows."""
    binding: MemoryType = "stable_user_context"  # an illness beside it is no reason
    binding = "recurring_constraint" if g.candidate.type == "recurring_constraint" else binding
    beside = special.withheld(binding, g.quote.said, asked=g.asked)
    return beside or special.withheld(g.candidate.type, g.candidate.text, asked=g.asked)


def off_record(g: Grounded) -> bool:
    """Said to be kept out of memory."""
    return kept_out(g.quote.turn.user_text)


def other_language(g: Grounded) -> bool:
    """Another language than the user's."""
    return not kept_language(g.candidate, g.quote)


def quoted_forget(g: Grounded) -> bool:
    """A forget in somebody else's words; who a correction speaks of is no speaker of it."""
    return quoted(g) and not corrections.corrects(g.quote.sentence)


def question(g: Grounded) -> bool:
    """A question."""
    return questions.asks(g.quote.source, g.quote.span, of_oneself=not g.for_assistant)


def quoted(g: Grounded) -> bool:
    """Somebody else's words, unless they are of one who decides what is the user's: 老板说延到三月底."""
    start, _ = sentence_of(g.quote.source, g.quote.span)
    told = g.quote.source[start : g.quote.span[1]]
    if g.candidate.type in AFFAIRS and deciding.decided(told) and not quotation.set_off(g.quote.source, g.quote.span):
        return False
    return quotation.quoted(g.quote.source, g.quote.span) or quotation.quoted(g.quote.source, g.quote.words)


def hypothetical(g: Grounded) -> bool:
    """If …, a wish, a story, a role."""
    # "If I ask for code, always …" is a rule with a condition, not a hypothesis about the user.
    wished = g.candidate.type == "stable_user_context" and tense.made_real(g.candidate.text, g.quote.said)
    return not g.for_assistant and (modality.imagined(g.quote.source, g.quote.span) or wished)


def unsure(g: Grounded) -> bool:
    """The user is not sure."""
    return not g.for_assistant and modality.unsure(g.quote.source, g.quote.span)


def passing(g: Grounded) -> bool:
    """Of today or this week, a mood, a trip; a date that cannot be told."""
    rule = g.for_assistant and lasting.lasts_by_word(g.quote.sentence)  # 周报固定分三块，本周进展…，以后都这样
    today = (modality.of_the_day(g.quote.source, g.quote.span) and not rule) or _for_these_days(g)
    return today or dates.unresolved(g.candidate.text)


def _for_these_days(g: Grounded) -> bool:
    """Whether a wish without "from now on" follows what is so these days: 这两天嗓子哑了，别给我打电话."""
    sentence = sentence_of(g.quote.source, g.quote.span)
    for_good = lasting.lasts_by_word(g.quote.sentence) or lasting.is_procedure(g.quote.said)
    return g.for_assistant and not for_good and modality.of_the_day(g.quote.source, (sentence[0], g.quote.span[0]))


def past_fact(g: Grounded) -> bool:
    """What was true once, as if it still were; that it was is a fact."""
    over = modality.over(g.quote.source, g.quote.span) and not modality.begins(g.quote.said)
    return (over and not modality.past(g.candidate.text)) or tense.made_present(g.candidate.text, g.quote.said)


def one_off(g: Grounded) -> bool:
    """A request for now as a rule for good: 请用三句话解释黑洞."""
    return g.for_assistant and not _answers(g.quote) and not lasting.lasts(g.quote.source, g.quote.span)


def order(g: Grounded) -> bool:
    """An order filed as a fact: "Never suggest paid tools to me" is not what the user never does."""
    wished = g.candidate.type == "user_preference" and lasting.wishes(g.candidate.text)  # 用户不想听早睡早起的建议
    order = g.candidate.type in _PLAIN_FACTS and not wished and lasting.is_rule(g.quote.source, g.quote.span)
    named = {"form of address", "name"} & slots(g.candidate.text)
    return order and not named and not lasting.remembers(g.quote.source, g.quote.span)


def not_about_user(g: Grounded) -> bool:
    """About the world, not about the user."""
    asked_for = requests.asks_for(g.quote.said)  # "show me the file of employee …" says nothing of oneself
    affair = g.candidate.type in AFFAIRS and not oneself.compares(g.quote.said)
    about = oneself.of_oneself(g.quote.source, g.quote.span) or affair or _answers(g.quote)
    corrected = corrections.corrects(g.quote.sentence)
    asked_for = asked_for and not lasting.is_procedure(g.quote.said)  # 推荐运动的时候别给我安排深蹲
    return not g.for_assistant and not g.asked and not corrected and (asked_for or not about)


def turned_round(g: Grounded) -> bool:
    """不喜欢 became 喜欢, or the other way round."""
    return not same_sense(g.candidate, g.quote)


def unsupported(g: Grounded) -> bool:
    """A number, name, reason or content nobody said; somebody else's fact as the user's."""
    return not supported(g.candidate, g.quote)


def not_withdrawn(g: Grounded) -> bool:
    """A forget that the user did not ask for: their words neither name it nor end it."""
    said = corrections.without_kept(g.quote.sentence)
    if said != g.quote.sentence and not words(g.candidate.text) - WEAK <= words(said):
        return True  # 乌龙茶那条删掉，普洱留着
    asked = any(wish.kind == "forget" for wish in explicit.wishes(said))
    named = words(g.candidate.text) - WEAK <= words(g.quote.said)  # 我不是左撇子 takes back 用户是左撇子
    turned = against(g.quote.said) != against(g.candidate.text) and (named or modality.turns(said)) and not passing(g)
    ends = ((_told(g) and turned) or withdraws(g.quote.source, g.quote.span)) and not _of_somebody_else(g)
    asked = asked or corrections.corrects(said)
    return not ((asked or ends) and related(g.candidate, g.quote)) or corrections.reminds(said)


def _told(g: Grounded) -> bool:
    """Whether it is told, and not asked, imagined or guessed."""
    return not (question(g) or hypothetical(g) or unsure(g))


def _of_somebody_else(g: Grounded) -> bool:
    """Whether it ends for somebody else: "my brother isn't vegetarian any more"."""
    others = people.somebody_else(g.quote.source, g.quote.words)
    return bool(others) and not people.names(others, g.candidate.text)
