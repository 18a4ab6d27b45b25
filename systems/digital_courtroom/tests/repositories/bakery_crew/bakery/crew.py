"""Agents and tasks, built from what the file says of them."""
import logging
from pathlib import Path

import yaml
from crewai import Agent, Crew, Process, Task
from pydantic import BaseModel, Field

log = logging.getLogger(__name__)


class BakeList(BaseModel):
    loaves: dict[str, int]
    first: str = Field(min_length=1)


def agents():
    words = yaml.safe_load((Path(__file__).parent / "agents.yaml").read_text())
    return {name: Agent(**one, max_iter=3) for name, one in words.items()}


def crew(orders):
    team = agents()
    count = Task(
        description=f"Count the loaves in these orders:\n{orders}",
        expected_output="a count for each kind",
        agent=team["reader"],
    )
    plan = Task(
        description="Write the list for the night shift.",
        expected_output="what is baked first, and how much of it",
        agent=team["planner"],
        context=[count],
        output_pydantic=BakeList,
    )
    log.info("a crew of %d agents", len(team))
    return Crew(agents=list(team.values()), tasks=[count, plan], process=Process.sequential)
