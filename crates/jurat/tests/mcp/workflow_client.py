"""A host that knows only the loop: start, next, complete, status."""

import asyncio
import json
import sys

from mcp.client import Client
from mcp.client.stdio import StdioServerParameters

# What each agent would have come to.
OUTPUTS = {
    "intake": {"profile": {"rows": 3}},
    "scout": {"finds": ["ripe"]},
    "planner": {"plan": {}},
    "gatekeeper": {},
    "taster": {"tasting": {"status": "PASS"}},
    "foreman": {"decision": {"verdict": "PICK"}},
    "reporter": {"report": {"pages": 1}},
}


async def main() -> None:
    server = StdioServerParameters(command=sys.argv[1], args=sys.argv[2:])
    async with Client(server) as client:
        async def call(tool: str, **arguments):
            result = await client.call_tool(tool, arguments)
            assert not result.is_error, result.structured_content
            return result.structured_content

        started = await call("workflow_start", workflow="harvest_pull", tier="pro")
        session = started["session_id"]
        done, percentages = [], [started["progress"]["percentage"]]
        while True:
            due = await call("workflow_next", session_id=session)
            if due.get("status") == "complete":
                break
            completed = await call(
                "workflow_complete", session_id=session, stage_id=due["stage"], output=OUTPUTS[due["agent"]]
            )
            done.append(completed["completed"])
            percentages.append(completed["progress"]["percentage"])
        status = await call("workflow_status", session_id=session)
        early = await client.call_tool(
            "workflow_complete", {"session_id": session, "stage_id": "foreman", "output": {"decision": {}}}
        )
        resources = [str(resource.uri) for resource in (await client.list_resources()).resources]
        run = await client.read_resource(f"jurat://runs/{session}")
        print(json.dumps({
            "session": session, "done": done, "percentages": percentages, "end": due, "status": status,
            "early": early.is_error, "resources": resources, "run": json.loads(run.contents[0].text),
        }))


asyncio.run(main())
