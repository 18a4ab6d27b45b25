"""One tool of ours, name, arguments and answer alike, served by the Python SDK: `server.py PORT`.

The answer is what `jurat` gave, read from the snapshot, so that no search is measured but the protocol around it.
"""

import json
import pathlib
import sys
from typing import Any

import uvicorn
from mcp.server import MCPServer

GOLDEN = pathlib.Path(__file__).resolve().parents[2] / "crates/jurat/tests/mcp/golden"
ANSWER = json.loads((GOLDEN / "noc_keyword_search.json").read_text(encoding="utf-8"))["result"]["structuredContent"]

server = MCPServer("peer")


@server.tool()
def noc_keyword_search(as_of: str, query: str, limit: int | None = None) -> dict[str, Any]:
    """Unit groups by a job title."""
    return ANSWER


if __name__ == "__main__":
    app = server.streamable_http_app(json_response=True, stateless_http=True)
    uvicorn.run(app, host="127.0.0.1", port=int(sys.argv[1]), log_level="error")
