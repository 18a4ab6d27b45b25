"""The verdict, by rules alone."""
from statistics import mean


def fact_supremacy(opinions, evidences):
    held = []
    for one in opinions:
        absent = sum(1 for piece in evidences.values() if not piece.found)
        held.append(one.model_copy(update={"score": min(one.score, 5 - absent)}))
    return held


def variance_rule(opinions):
    scores = [one.score for one in opinions]
    return max(scores) - min(scores) >= 3


def dissent_summary(opinions):
    lowest, highest = min(opinions, key=lambda o: o.score), max(opinions, key=lambda o: o.score)
    return f"{lowest.judge} gave {lowest.score}, {highest.judge} gave {highest.score}"


def chief_justice(state):
    opinions = fact_supremacy(state["opinions"], state["evidences"])
    score = mean(one.score for one in opinions)
    words = f"{score:.2f} of 5"
    if variance_rule(opinions):
        words += "; " + dissent_summary(opinions)
    with open("verdict.md", "w") as f:
        f.write(f"# Verdict\n\n{words}\n")
    return {"verdict": words}
