import { parseServerReference } from "../../../skills/serverReference.ts";
import { isRecord } from "../../../text/record.ts";
import { tryParseJson } from "../../../text/tryParseJson.ts";
import { findVersionRow } from "../../registry/versions.ts";
import { selectServers, serverRow } from "../../storage/rows/serverRow.ts";
import { callTool, listTools } from "../server/callTool.ts";
import { detectSupportedEras } from "../server/detectSupportedEras.ts";
import { openVersionTarget, readProcessSettings } from "../server/openVersionTarget.ts";
import type { ServerTestTargetContext } from "../server/serverTestTarget.ts";
import { createTargetClient } from "../server/targetClient.ts";
import type { ChatTool, ToolCall } from "./model/chat.ts";

/** The tools of a server, for the tasks of evals. */
export interface TaskTools {
  readonly tools: readonly ChatTool[];
  /** The text of the result. A tool that fails says so. undefined: there is no such tool. */
  call(call: ToolCall, signal: AbortSignal): Promise<string | undefined>;
}

/** The servers that the evals of one run use. Each is started once, when a case needs it. */
export interface TaskServers {
  /** `pets@1.2.0`: the server of this name in the skill's project, in exactly this version. */
  find(reference: string, signal: AbortSignal): Promise<TaskTools>;
  /** Ends them. */
  close(): Promise<void>;
}

/** More would not help a model. */
const maxResultLength = 100_000;
const maxToolNameLength = 64;

export function createTaskServers(targetContext: ServerTestTargetContext, projectId: string): TaskServers {
  const closing = new AbortController();
  const opened = new Map<string, Promise<OpenTaskServer>>();
  return {
    find: async (reference, signal) => {
      signal.throwIfAborted();
      // A case that times out does not end the start, because others wait for it.
      const server = opened.get(reference) ?? openTaskServer(targetContext, projectId, reference, closing.signal);
      opened.set(reference, server);
      return (await server).tools;
    },
    close: async () => {
      closing.abort();
      const all = await Promise.allSettled(opened.values());
      for (const one of all) if (one.status === "fulfilled") await one.value.close();
    },
  };
}

interface OpenTaskServer {
  readonly tools: TaskTools;
  close(): Promise<void>;
}

async function openTaskServer(
  targetContext: ServerTestTargetContext,
  projectId: string,
  reference: string,
  signal: AbortSignal,
): Promise<OpenTaskServer> {
  const { context } = targetContext;
  const { server, version } = findServerVersion(targetContext, projectId, reference);
  const settings = readProcessSettings(targetContext, server.id, version);
  const opened = { runId: context.newId("run_"), serverId: server.id, version };
  const target = await openVersionTarget(targetContext, opened, settings, signal);
  const client = createTargetClient(target);
  const close = async () => {
    try {
      await client.close();
    } finally {
      await target.close();
    }
  };
  try {
    const { best } = await detectSupportedEras(client, undefined, signal);
    const listed = await listTools(client, best, signal);
    const names = new Map(listed.map((tool) => [toChatToolName(tool.name), tool.name]));
    const tools = listed.map(({ name, description, inputSchema }): ChatTool => {
      const about = typeof description === "string" ? description : "";
      return {
        type: "function",
        function: { name: toChatToolName(name), description: about, parameters: inputSchema },
      };
    });
    const call: TaskTools["call"] = async ({ function: { name: asked, arguments: given } }, stopSignal) => {
      const name = names.get(asked);
      if (name === undefined) return undefined;
      const input = tryParseJson(given);
      if (!isRecord(input)) return "The arguments should be a JSON object.";
      const { isError, text } = await callTool(client, best, { name, input }, stopSignal);
      const shown = settings.mask(text).slice(0, maxResultLength);
      return isError ? `The tool failed: ${shown}` : shown;
    };
    return { tools: { tools, call }, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function findServerVersion({ context: { db } }: ServerTestTargetContext, projectId: string, reference: string) {
  const parsed = parseServerReference(reference);
  if (!parsed) throw new Error(`"${reference}" names no version of a server. Write it like pets@1.2.0.`);
  const { name, version: wanted } = parsed;
  const sql = `${selectServers} WHERE s.project_id = ? AND s.name = ? AND s.archived_at IS NULL`;
  const server = db.get(serverRow, sql, projectId, name);
  if (!server)
    throw new Error(`The project of the skill has no server "${name}", which the case uses. Deploy it there.`);
  const version = server.artifact_id === null ? undefined : findVersionRow(db, server.artifact_id, wanted);
  if (!version) throw new Error(`The server "${name}", which the case uses, has no version ${wanted}.`);
  return { server, version };
}

/** Models take fewer characters than MCP. `read_file` is the tool for the skill's own files. */
function toChatToolName(name: string): string {
  const allowed = name.replaceAll(/[^A-Za-z0-9_-]/g, "_").slice(0, maxToolNameLength);
  return allowed === "read_file" ? "server_read_file" : allowed;
}
