"""What the keepers know, and how parallel writers add to it."""
import operator
from typing import Annotated, TypedDict

from pydantic import BaseModel, Field


class Evidence(BaseModel):
    source: str
    found: bool
    words: str


class JudicialOpinion(BaseModel):
    judge: str
    score: int = Field(ge=1, le=5)
    argument: str


class LogBookState(TypedDict):
    log: str
    evidences: Annotated[dict, operator.ior]
    opinions: Annotated[list, operator.add]


class KeeperState(LogBookState):
    verdict: str
    persona: str
