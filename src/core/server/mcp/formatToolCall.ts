import type { HttpRequest } from "../../../client/transport.ts";

/** The request as the protocol's JSON. */
export function formatMcpRequest(tool: string, given: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ method: "tools/call", params: { name: tool, arguments: given } }, undefined, 2);
}

/** The command line that sends the request again. The credentials are a variable of the shell, never a value. */
export function formatCurlCommand({ method, url, headers, body }: HttpRequest): string {
  const shown = Object.entries(headers).map(([name, value]) => ["-H", quote(`${name}: ${value}`)]);
  return [
    ["curl", "-X", method, quote(url.href)],
    // Double quotes, so that the shell puts the token in.
    ["-H", '"Authorization: Bearer $FAIRLEAD_TOKEN"'],
    ...shown,
    ...(body === undefined ? [] : [["--data-raw", quote(body)]]),
  ]
    .map((words) => words.join(" "))
    .join(" \\\n  ");
}

/** A word of a POSIX shell. */
const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
