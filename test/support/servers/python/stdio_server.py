"""An MCP server on standard input and output."""

import json
import sys

from tools import respond

print("reads its input", file=sys.stderr, flush=True)
for line in sys.stdin:
    response = respond(json.loads(line))
    if response is not None:
        print(json.dumps(response), flush=True)
