import { isRecord, type UnknownRecord } from "../text/record.ts";
import { tryParseJson } from "../text/tryParseJson.ts";

/** A message of the client. Its line is passed on as it is; the rest says how. */
export interface ClientMessage {
  readonly line: string;
  /** undefined: a response to the server, or a batch. */
  readonly method: string | undefined;
  readonly params: UnknownRecord;
  /** The id as it was written; undefined: it has none, so nothing answers it. */
  readonly id: string | undefined;
  /** The version that a request without a session names itself, since 2026-07-28. */
  readonly version: string | undefined;
}

/** undefined: the line is no JSON. */
export function parseClientMessage(line: string): ClientMessage | undefined {
  const value = tryParseJson(line);
  if (value === undefined) return undefined;
  const { method, params } = isRecord(value) ? value : {};
  const given = isRecord(params) ? params : {};
  const meta = isRecord(given._meta) ? given._meta : {};
  const version = meta["io.modelcontextprotocol/protocolVersion"];
  const isRequest = typeof method === "string";
  return {
    line,
    method: isRequest ? method : undefined,
    params: given,
    id: isRequest ? readRawMember(line, "id") : undefined,
    version: typeof version === "string" ? version : undefined,
  };
}

/** What is named in a header, for intermediaries. */
const namedBy: Readonly<Record<string, string>> = {
  "tools/call": "name",
  "prompts/get": "name",
  "resources/read": "uri",
  "tasks/get": "taskId",
  "tasks/update": "taskId",
  "tasks/cancel": "taskId",
};

/** The headers that repeat a request without a session. */
export function createRequestHeaders({ method, params, version }: ClientMessage): Record<string, string> {
  if (method === undefined || version === undefined) return {};
  const name = params[namedBy[method] ?? ""];
  return {
    "MCP-Protocol-Version": version,
    "Mcp-Method": method,
    ...(typeof name === "string" && { "Mcp-Name": encodeHeaderValue(name) }),
  };
}

function encodeHeaderValue(text: string): string {
  return /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/.test(text) ? text : `=?base64?${Buffer.from(text).toString("base64")}?=`;
}

/** Whether a request may be sent again when it is not known whether the server has carried it out. */
export function isHarmless({ method = "" }: ClientMessage): boolean {
  return /^(initialize|ping|server\/discover|subscriptions\/listen|completion\/complete|.*\/(list|read|get))$/.test(
    method,
  );
}

const token = /"(?:\\.|[^"\\])*"|[{}[\],:]|[^\s"{}[\],:]+/y;

/** The text of a member of a JSON object as it was written, for example a number of any length; undefined: there is none. */
export function readRawMember(text: string, name: string): string | undefined {
  let depth = 0;
  let key: string | undefined;
  let previous = "";
  for (let at = 0; at < text.length; ) {
    token.lastIndex = at;
    const found = token.exec(text)?.[0];
    if (found === undefined) {
      at += 1;
      continue;
    }
    at += found.length;
    if (depth === 1 && previous === ":" && key === JSON.stringify(name) && !/^[{[]/.test(found)) return found;
    if (found === "{" || found === "[") depth += 1;
    else if (found === "}" || found === "]") depth -= 1;
    else if (depth === 1 && (previous === "{" || previous === ",")) key = found;
    previous = found;
  }
  return undefined;
}
