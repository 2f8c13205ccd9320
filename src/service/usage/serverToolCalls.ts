import * as z from "zod";
import { formatSearchedTool, searchCallTool } from "../../contract/mcp/searchTool.ts";
import type { ServerToolCalls } from "../../contract/routes/toolCallsRoute.ts";
import { isRecord } from "../../text/record.ts";
import { tryParseJson } from "../../text/tryParseJson.ts";
import type { Database } from "../storage/database.ts";

/** Calls of one tool; the name "" stands for tools that are not known. */
export interface CountedToolCalls {
  readonly serverId: string;
  readonly deploymentId: string;
  readonly tool: string;
  readonly calls: number;
}

const longestName = 200;
/** More than the tools of a real server. Callers choose names, also those of tools that do not exist. */
const mostNames = 5000;

/** Adds calls to the counts of a server and its deployment. A server that was removed meanwhile has none. */
export function saveToolCalls(db: Database, { serverId, deploymentId, tool, calls }: CountedToolCalls): void {
  db.run("UPDATE deployments SET tool_calls = tool_calls + ? WHERE id = ?", calls, deploymentId);
  const add = (name: string) =>
    db.run("UPDATE tool_calls SET calls = calls + ? WHERE server_id = ? AND tool = ?", calls, serverId, name) > 0;
  const insert = (name: string) =>
    db.run(
      `INSERT INTO tool_calls (server_id, tool, calls) SELECT id, ?, ? FROM servers WHERE id = ?
       AND (? = '' OR (SELECT count(*) FROM tool_calls WHERE server_id = ?) < ?)`,
      ...[name, calls, serverId, name, serverId, mostNames],
    ) > 0;
  const name = tool.length > longestName ? "" : tool;
  if (!add(name) && !insert(name) && !add("")) insert("");
}

const callsRow = z.object({ name: z.string(), calls: z.number() });
const liveRow = z.object({ tool_calls: z.number() });

export function readServerToolCalls(db: Database, serverId: string): ServerToolCalls {
  const rows = db.all(callsRow, "SELECT tool AS name, calls FROM tool_calls WHERE server_id = ?", serverId);
  const sql = "SELECT d.tool_calls FROM servers s JOIN deployments d ON d.id = s.live_deployment_id WHERE s.id = ?";
  return {
    tools: rows.filter(({ name }) => name !== ""),
    unnamed: rows.find(({ name }) => name === "")?.calls ?? 0,
    live: db.get(liveRow, sql, serverId)?.tool_calls ?? 0,
  };
}

/** Lists the tools that a request calls, also in a batch: those of the search under the operation that they call. */
export function listCalledTools(headers: Readonly<Record<string, unknown>>, body: Buffer): readonly string[] {
  const name = headers["mcp-name"];
  const isNamed = headers["mcp-method"] === "tools/call" && typeof name === "string";
  if (isNamed && name !== searchCallTool) return [name];
  const parsed = body.length === 0 ? undefined : tryParseJson(body.toString("utf8"));
  const tools = (Array.isArray(parsed) ? parsed : [parsed]).flatMap(readCalledTool);
  return tools.length === 0 && isNamed ? [name] : tools;
}

function readCalledTool(message: unknown): string[] {
  if (!isRecord(message) || message.method !== "tools/call" || !isRecord(message.params)) return [];
  const { name, arguments: given } = message.params;
  if (typeof name !== "string") return [];
  const operation = name === searchCallTool && isRecord(given) ? given.name : undefined;
  return [typeof operation === "string" ? formatSearchedTool(operation) : name];
}
