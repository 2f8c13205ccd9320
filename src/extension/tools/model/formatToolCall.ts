import type { HttpRequest } from "../../../client/transport.ts";
import { maskedValue, type UpstreamExchange } from "../../../contract/mcp/upstreamExchange.ts";

/** The request as the protocol's JSON. */
export function formatMcpRequest(tool: string, given: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ method: "tools/call", params: { name: tool, arguments: given } }, undefined, 2);
}

/** The command line that sends the request again. The credentials are a variable of the shell, never a value. */
export function formatCurlCommand({ method, url, headers, body }: HttpRequest<string>): string {
  const shown = Object.entries(headers).map(([name, value]) => ["-H", quote(`${name}: ${value}`)]);
  return joinCommand([
    ["curl", "-X", method, quote(url.href)],
    // Double quotes, so that the shell puts the token in.
    ["-H", '"Authorization: Bearer $FAIRLEAD_TOKEN"'],
    ...shown,
    ...(body === undefined ? [] : [["--data-raw", quote(body)]]),
  ]);
}

/** The command line that sends a request of a server to its API. Masked values are variables of the shell. */
export function formatExchangeCommand({ method, url, requestHeaders, requestBody }: UpstreamExchange): string {
  const headers = Object.entries(requestHeaders).map(([name, value]) => [
    "-H",
    quoteMasked(`${name}: ${value}`, name.toUpperCase().replaceAll(/\W/g, "_")),
  ]);
  const isWhole = requestBody && !requestBody.isBase64 && requestBody.cutFrom === undefined;
  const body = isWhole ? quoteMasked(requestBody.text, "SECRET") : "@body";
  return joinCommand([
    ["curl", "-X", method, quoteMasked(url, "SECRET")],
    ...headers,
    ...(requestBody ? [[isWhole ? "--data-raw" : "--data-binary", body]] : []),
  ]);
}

const joinCommand = (parts: readonly (readonly string[])[]) => parts.map((words) => words.join(" ")).join(" \\\n  ");

const quoteMasked = (text: string, variable: string) => text.split(maskedValue).map(quote).join(`"$${variable}"`);

/** A word of a POSIX shell and of PowerShell, without characters that a terminal obeys when they are pasted. */
const quote = (text: string) => `'${text.replaceAll(/[^\P{Cc}\n\t]/gu, "").replaceAll("'", `'"'"'`)}'`;
