"""The SDK's own client: lists and calls every tool, by HTTP or stdio, in the newest revision and by the old handshake."""

import asyncio
import json
import sys

from mcp.client import Client
from mcp.client.stdio import StdioServerParameters

TARGET, MODE, REQUESTS = sys.argv[1:4]
COMMAND = sys.argv[4:]


async def main() -> None:
    target = StdioServerParameters(command=COMMAND[0], args=COMMAND[1:]) if TARGET == "stdio" else TARGET
    with open(REQUESTS, encoding="utf-8") as file:
        requests = json.load(file)
    async with Client(target, mode=MODE) as client:
        tools = [tool.name for tool in (await client.list_tools()).tools]
        results = {}
        for name, arguments in requests:
            result = await client.call_tool(name, arguments)
            results[name] = {
                "is_error": result.is_error,
                "structured": result.structured_content,
                "text": result.content[0].text,
            }
        resources = (await client.list_resources()).resources
        read = await client.read_resource(str(resources[0].uri))
        prompts = (await client.list_prompts()).prompts
        prompt = await client.get_prompt(prompts[0].name, {prompts[0].arguments[0].name: "2020 FC 1"})
        print(json.dumps({
            "revision": client.protocol_version,
            "tools": sorted(tools),
            "results": results,
            "resources": [str(resource.uri) for resource in resources],
            "read": read.contents[0].text[:40],
            "prompts": [prompt.name for prompt in prompts],
            "prompt": prompt.messages[0].content.text,
        }))


asyncio.run(main())
