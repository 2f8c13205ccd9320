"""The tools of both servers: what MCP asks, without its transport."""

import os

TOOLS = [
    {
        "name": "add",
        "description": "Adds two numbers.",
        "inputSchema": {
            "type": "object",
            "properties": {
                "a": {"type": "number", "examples": [1]},
                "b": {"type": "number", "examples": [2]},
            },
            "required": ["a", "b"],
        },
        "annotations": {"readOnlyHint": True},
    },
    {
        "name": "proxy",
        "description": "Names the proxy of the process.",
        "inputSchema": {"type": "object", "properties": {}},
        "annotations": {"readOnlyHint": True},
    },
]


def call(name, arguments):
    if name == "add":
        return str(arguments["a"] + arguments["b"])
    if name == "proxy":
        return os.environ.get("HTTP_PROXY", "none")
    raise LookupError(f"There is no tool {name}")


def handle(method, params):
    if method == "initialize":
        return {
            "protocolVersion": "2025-11-25",
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "python", "version": "1.0.0"},
        }
    if method == "ping":
        return {}
    if method == "tools/list":
        return {"tools": TOOLS}
    if method == "tools/call":
        text = call(params["name"], params.get("arguments", {}))
        return {"content": [{"type": "text", "text": text}]}
    return None


def respond(message):
    """Returns the response, or None for a notification."""
    if "id" not in message:
        return None
    response = {"jsonrpc": "2.0", "id": message["id"]}
    try:
        result = handle(message["method"], message.get("params", {}))
    except LookupError as error:
        return {**response, "error": {"code": -32602, "message": str(error)}}
    if result is None:
        return {**response, "error": {"code": -32601, "message": "Method not found"}}
    return {**response, "result": result}
