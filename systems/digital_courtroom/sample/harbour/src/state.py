"""The state that detectives and judges share."""

import operator
from typing import Annotated, TypedDict

from pydantic import BaseModel, Field


class Evidence(BaseModel):
    """Something a detective found in a voyage's papers."""

    source: str
    found: bool
    content: str
    location: str


class JudicialOpinion(BaseModel):
    """What one judge thinks of one criterion."""

    judge: str
    criterion_id: str
    score: int = Field(ge=1, le=5)
    argument: str
    cited_evidence: list[str]


class AgentState(TypedDict):
    voyage: str
    evidences: Annotated[dict[str, list[Evidence]], operator.ior]
    opinions: Annotated[list[JudicialOpinion], operator.add]
    verdict: str
