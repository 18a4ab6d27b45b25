import operator
from typing import Annotated, TypedDict

from pydantic import BaseModel, Field


class Evidence(BaseModel):
    found: bool


class JudicialOpinion(BaseModel):
    score: int = Field(ge=1, le=5)


class AgentState(TypedDict):
    evidences: Annotated[dict, operator.ior]
    opinions: Annotated[list, operator.add]
