"""An audit manager that knows only the loop: start, next, hand the stage to an agent, complete, status.

Its agents are its own: they read the files and look citations up by the tools of the same server. Before it hands in what an agent
said, it hands in what is malformed, and goes on as if nothing had been.
"""

import asyncio
import json
import pathlib
import sys

from mcp.client import Client
from mcp.client.stdio import StdioServerParameters

FOLDER, AS_OF, BINARY = sys.argv[1], "2026-01-09", sys.argv[2]
OVERRULED = {"citation": "2008 SCC 9", "style": "Dunsmuir v. New Brunswick"}
LEADING = {"citation": "2019 SCC 65", "style": "Canada (Minister of Citizenship and Immigration) v. Vavilov"}


class Office:
    def __init__(self, client):
        self.client, self.outputs, self.refused = client, {}, []

    async def call(self, tool, **arguments):
        result = await self.client.call_tool(tool, arguments)
        assert not result.is_error, (tool, result.structured_content)
        return result.structured_content

    async def refuse(self, tool, **arguments):
        result = await self.client.call_tool(tool, arguments)
        assert result.is_error, (tool, arguments, result.structured_content)
        self.refused.append(result.structured_content)

    async def intake(self):
        files = []
        for path in sorted(pathlib.Path(FOLDER).rglob("*.txt")):
            read = await self.call("file_content_extract", path=str(path))
            files.append({"path": path.name, "text": read["documents"][0]["text"]})
        profile = {"application_type": "visitor", "documents": {"total_files": len(files)}}
        return {"files": files, "profile": profile}

    async def detective(self):
        cited = LEADING if "verifier" in self.outputs else OVERRULED
        return {
            "case_law": [{**cited, "cited_for": "standard of review", "confidence": 0.9}],
            "policy_citations": [],
            "research_notes": "by the tools of the server",
        }

    async def strategist(self):
        return {
            "defensibility_score": 55,
            "evidence_plan": {"baseline": ["letter"], "live": ["bank statement"], "strategic": ["itinerary"]},
            "analysis": {"strengths": ["a host"], "weaknesses": ["no ties shown"]},
        }

    async def gatekeeper(self):
        return {"compliance_issues": [], "refusal_risks": ["ties"], "recommendations": ["show employment"]}

    async def verifier(self):
        failed = []
        for cited in self.outputs["detective"]["case_law"]:
            written = f"{cited['style']}, {cited['citation']}"
            card = await self.call("caselaw_validity", as_of=AS_OF, citation=written)
            if card["status"] == "OVERRULED":
                failed.append({"citation": cited["citation"], "issue": card["status"]})
        return {
            "verification_status": "FAIL" if failed else "PASS",
            "failed_citations": failed,
            "fixes": [it["citation"] for it in failed],
        }

    async def judge(self):
        return {"verdict": "CAUTION", "rationale": "ties are not shown", "recommendations": ["show employment"]}

    async def reporter(self):
        judged = self.outputs["judge"]
        return {"report_markdown": f"# {judged['verdict']}\n\n{judged['rationale']}\n", "report_pdf": "report.pdf"}


async def main():
    server = StdioServerParameters(command=BINARY, args=sys.argv[3:])
    async with Client(server) as client:
        office = Office(client)
        params = {"folder": FOLDER, "as_of": AS_OF}
        started = await office.call("workflow_start", workflow="risk_audit", tier="pro", params=params)
        session, steps, progress = started["session_id"], [], [started["progress"]["percentage"]]
        while True:
            due = await office.call("workflow_next", session_id=session)
            if due.get("status") == "complete":
                break
            before = await office.call("workflow_status", session_id=session)
            wrong = [
                {"stage_id": "reporter" if due["agent"] != "reporter" else "judge", "output": {}},
                {"stage_id": due["stage"], "output": {"nobody_asked": 1}},
                {"stage_id": due["stage"], "output": "done"},
            ]
            if due["agent"] == "detective":
                wrong.append({"stage_id": due["stage"], "output": {"case_law": "Dunsmuir"}})
            for one in wrong:
                await office.refuse("workflow_complete", session_id=session, **one)
            assert before == await office.call("workflow_status", session_id=session)
            output = await getattr(office, due["agent"])()
            office.outputs[due["agent"]] = output
            completed = await office.call(
                "workflow_complete", session_id=session, stage_id=due["stage"], output=output
            )
            assert set(due["progress"]) == {"completed", "total", "percentage"}
            steps.append({"due": due, "before": before, "completed": completed})
            progress.append(completed["progress"]["percentage"])
        status = await office.call("workflow_status", session_id=session)
        await office.refuse("workflow_next", session_id="nobody")
        run = await client.read_resource(f"jurat://runs/{session}")
        print(json.dumps({
            "session": session, "steps": steps, "progress": progress, "end": due, "status": status,
            "refused": office.refused, "run": json.loads(run.contents[0].text),
        }))


asyncio.run(main())
