"""The chief justice: rules, no model."""

from src.state import AgentState

SECURITY_CAP = 3
VARIANCE = 2


def security_override(score: float, unsafe: bool) -> float:
    return min(score, SECURITY_CAP) if unsafe else score


def fact_supremacy(score: float, found: bool) -> float:
    return score if found else 1.0


def dissent_summary(scores: dict[str, int]) -> str:
    if max(scores.values()) - min(scores.values()) > VARIANCE:
        return "; ".join(f"{judge} gave {score}" for judge, score in sorted(scores.items()))
    return ""


def chief_justice(state: AgentState) -> dict:
    scores = {opinion.judge: opinion.score for opinion in state["opinions"]}
    weights = {"tech_lead": 1.5, "prosecutor": 1.2, "defense": 0.9}
    total = sum(weights[judge] * score for judge, score in scores.items())
    mean = total / sum(weights[judge] for judge in scores)
    found = any(note.found for notes in state["evidences"].values() for note in notes)
    mean = security_override(fact_supremacy(mean, found), unsafe=False)
    lines = ["# Report", f"Score {mean:.1f}", dissent_summary(scores)]
    return {"verdict": "\n".join(line for line in lines if line)}
