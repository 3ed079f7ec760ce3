"""Measure the validity of every rule of the suite `implications` on stickers, and print the table of the docs."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from askance.wording.implications import KINDS, RULES

from implication_validity import check_rules

PAIRS, SCENES, SEED = 200_000, 4_000, 4


def main() -> None:
    """Print one row per rule, by kind."""
    found = check_rules(PAIRS, SCENES, SEED)
    wrong = [each[0] for each in found.wrong]
    print(
        f"{found.pairs:,} pairs of a scene and an answer, {found.checked.total():,} implications, {len(wrong)} wrong\n"
    )
    print("| rule | kind | the model said | then it must say | nothing is asked for | checked | valid |")
    print("|---|---|---|---|---|---|---|")
    for rule in sorted(RULES.values(), key=lambda each: KINDS.index(each.kind)):
        checked = found.checked[rule.name]
        valid = 100 * (checked - wrong.count(rule.name)) / checked if checked else 0.0
        cells = (rule.name, rule.kind, rule.premise, rule.conclusion, rule.not_asked, f"{checked:,}", f"{valid:.0f} %")
        print(f"| {' | '.join(cells)} |")


main()
