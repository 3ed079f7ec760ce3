"""The roles of a case's queries, as people read them."""

from collections import Counter

from askance.core.case import Case


def role_labels(case: Case) -> dict[str, str]:
    """Role → a short name: "part-a", "part-b" → "part 1", "part 2"; roles with one stem are numbered from 1."""
    stems = {role: role.partition("-")[0] for role, _ in case.asks}
    several, seen = Counter(stems.values()), Counter[str]()
    labels = {}
    for role, stem in stems.items():
        seen[stem] += 1
        labels[role] = f"{stem} {seen[stem]}" if several[stem] > 1 else stem
    return labels
