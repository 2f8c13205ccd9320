/** Calls a tool of a server with arguments as JSON text. Returns the text of the JSON-RPC response. */
export async function callToolText(
  url: string,
  name: string,
  argumentsText: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":${JSON.stringify(name)},"arguments":${argumentsText}}}`;
  const response = await fetch(url, {
    method: "POST",
    headers: {
      Accept: "application/json, text/event-stream",
      "Content-Type": "application/json",
      "MCP-Protocol-Version": "2025-11-25",
      ...headers,
    },
    body,
  });
  const text = await response.text();
  return /(?:^|\n)data: ([^\n]*)/.exec(text)?.[1] ?? text;
}
