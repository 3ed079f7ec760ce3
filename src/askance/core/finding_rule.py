"""What a suite declares for the findings of a report: which result is a weakness, and the sentence that says so."""

from dataclasses import dataclass

from askance.core.errors import UserError

ANY = "*"  # the last part of a group that stands for every group of that form, such as skill/*


@dataclass(frozen=True, slots=True)
class FindingRule:
    """A sentence for the first page of a report, said if the share of bad outcomes is higher than it should be.

    The bad share is 100 - value for a metric where higher is better, else the value.
    """

    topic: str  # what is wrong, in one or two words; a report says one sentence per topic and model
    metric: str  # of the suite
    sentence: str  # {bad}: the bad share with its unit; {name}: the last part of the group; {example}: see `examples`
    group: str = ""  # the group of the metric; the form skill/* stands for every group below skill
    perfect: float | None = 0.0  # the bad share of a perfect observer; None: see `limit`
    limit: float = 0.0  # perfect is None: used if the model `oracle` has no result to compare with
    answers: int = 0  # answers that one case compares; 0: the model's accuracy says nothing about the bad share
    accuracy: str = ""  # the metric of the suite that is the accuracy on the plain questions of the group
    accuracy_group: str = ""  # `accuracy` is empty: the group of the model's overall accuracy to compare with
    first_from: float | None = None  # from this bad share on, it is said first: it explains the other weaknesses
    cases: str = ""  # the start of the path of its cases' groups, where metric groups do not begin with it
    note: str = ""  # one sentence, where the bad share is not the share of cases that fail
    examples: tuple[tuple[str, str], ...] = ()  # group → words; {example}: those of the group with the most bad cases

    def __post_init__(self) -> None:
        try:
            self.sentence.format(bad="1 %", name="name", example="example")
        except (KeyError, IndexError, ValueError) as error:
            raise UserError(
                f"finding rule {self.topic}: sentence {self.sentence!r}: use only {{bad}}, {{name}} and {{example}}"
            ) from error
        if "{example}" in self.sentence and not self.examples:
            raise UserError(f"finding rule {self.topic}: sentence {self.sentence!r}: give it examples")
        if not self.topic or not self.metric:
            raise UserError(f"finding rule {self.sentence!r}: give it a topic and a metric")

    def matches(self, group: str) -> bool:
        """Whether the rule is about a group of its metric."""
        head, _, last = self.group.rpartition("/")
        if last != ANY:
            return group == self.group
        above, _, name = group.rpartition("/")
        return bool(name) and above == head
