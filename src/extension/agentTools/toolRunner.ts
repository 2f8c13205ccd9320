import { AgentToolError } from "../../agentTools/agentTool.ts";
import { readingTools } from "../../agentTools/agentTools.ts";
import { formatToolReply } from "../../agentTools/toolReply.ts";
import { maskSecrets } from "../../text/secrets/maskSecrets.ts";
import { toVisibleText } from "../../text/toVisibleText.ts";
import { hasErrorName, isAbortError, readErrorMessage } from "../base/failure.ts";
import type { ConnectionSession } from "../connection/model/connectionSession.ts";
import { deployTool } from "./deployTool.ts";
import {
  type ChangeDetail,
  type ChangeTool,
  createReadTool,
  type LanguageModelTool,
  type ToolConnection,
  type ToolEnvironment,
} from "./languageModelTool.ts";
import { runTestsTool } from "./testTools.ts";

/** The language model tools. The manifest declares the same names and inputs. */
export const toolRegistry = {
  fairlead_callHistory: createReadTool(readingTools.callHistory),
  fairlead_deploy: deployTool,
  fairlead_deploymentEvents: createReadTool(readingTools.deploymentEvents),
  fairlead_deploymentStatus: createReadTool(readingTools.deploymentStatus),
  fairlead_listServers: createReadTool(readingTools.listServers),
  fairlead_readSkill: createReadTool(readingTools.readSkill),
  fairlead_runTests: runTestsTool,
  fairlead_searchRegistry: createReadTool(readingTools.searchRegistry),
  fairlead_testResults: createReadTool(readingTools.testResults),
} as const satisfies Record<string, LanguageModelTool>;

/** Connects to the active service. Does not prompt and starts nothing. */
async function openToolConnection(world: ToolEnvironment, signal: AbortSignal): Promise<ToolConnection> {
  signal.throwIfAborted();
  const client = await world.connections.quiet();
  signal.throwIfAborted();
  const session = world.connections.session();
  if (!client || session.kind !== "connected") throw new AgentToolError(formatConnectionAdvice(session));
  return { world, connection: session.connection, me: session.me, client, signal };
}

const useLocal = '"Fairlead: Use the Local Service"';

function formatConnectionAdvice(session: ConnectionSession): string {
  switch (session.kind) {
    case "none":
      return `Fairlead is not connected to a service. Only the user can connect it: with the command ${useLocal}, or with "Fairlead: Add Connection" for a service elsewhere.`;
    case "signedOut":
      return `${session.reason} Only the user can sign in, with the command "Fairlead: Sign In". Never ask for a key in the chat.`;
    case "failed":
      return `${session.connection.name} was not reached: ${readErrorMessage(session.error)} The user can try again with the command "Fairlead: Refresh", or use another service with "Fairlead: Switch Connection".`;
    default:
      return session.connection.kind === "local"
        ? `The local service is not running. The user starts it with the command ${useLocal}, or by opening the Fairlead view.`
        : `${session.connection.name} is not connected yet: try again in a moment.`;
  }
}

/** Runs the calls of a language model. Every error has a message that a model may see. */
export interface ToolRunner {
  /** Prepares a confirmation; changes nothing. */
  prepare(name: string, input: unknown, signal: AbortSignal): Promise<ToolPreparation>;
  /** Runs the tool and returns text for the model. A change runs only as it was confirmed. */
  invoke(name: string, input: unknown, signal: AbortSignal): Promise<string>;
}

export interface ToolPreparation {
  readonly progress: string;
  /** The user has to confirm this first. */
  readonly confirmation?: { readonly title: string; readonly rows: readonly ChangeDetail[] };
}

/** The number of open confirmations; older ones expire. */
const mostConfirmed = 50;

export function createToolRunner(world: ToolEnvironment): ToolRunner {
  const table: Readonly<Record<string, LanguageModelTool>> = toolRegistry;
  const confirmed: string[] = [];

  const toolOf = (name: string): LanguageModelTool => {
    const tool = table[name];
    if (!tool) throw new AgentToolError(`Fairlead has no tool ${name}.`);
    return tool;
  };
  const open = async (tool: LanguageModelTool, signal: AbortSignal): Promise<ToolConnection> => {
    if (tool.kind === "changes" && !world.isTrusted()) throw new AgentToolError(untrusted);
    return openToolConnection(world, signal);
  };
  const perform = async (name: string, tool: ChangeTool, toolConnection: ToolConnection, input: unknown) => {
    const change = await tool.plan(toolConnection, input);
    const index = confirmed.indexOf(`${name} ${change.mark}`);
    if (index === -1) throw new AgentToolError(notConfirmed);
    confirmed.splice(index, 1);
    return change.perform();
  };

  const prepare = async (name: string, input: unknown, signal: AbortSignal): Promise<ToolPreparation> => {
    const tool = toolOf(name);
    const { progress } = tool;
    if (tool.kind === "reads") return { progress };
    const { title, rows, mark } = await tool.plan(await open(tool, signal), input);
    const clean = await cleanerOf(world);
    confirmed.push(`${name} ${mark}`);
    confirmed.splice(0, confirmed.length - mostConfirmed);
    const cleanRows = rows.map(([label, value]) => [label, clean(value)] as const);
    return { progress, confirmation: { title: clean(title), rows: cleanRows } };
  };
  const invoke = async (name: string, input: unknown, signal: AbortSignal): Promise<string> => {
    const tool = toolOf(name);
    const toolConnection = await open(tool, signal);
    const reply = await (tool.kind === "reads"
      ? tool.run(toolConnection, input)
      : perform(name, tool, toolConnection, input));
    signal.throwIfAborted();
    const facts = { connection: toolConnection.connection.name, ...reply.facts };
    return tool.kind === "reads" && tool.isExact
      ? JSON.stringify(facts)
      : formatToolReply({ ...reply, facts }, await cleanerOf(world));
  };
  return {
    prepare: (name, input, signal) => redactErrors(world, name, prepare(name, input, signal)),
    invoke: (name, input, signal) => redactErrors(world, name, invoke(name, input, signal)),
  };
}

const untrusted =
  'This workspace is not trusted, so nothing is deployed or run from it. The user can trust it with the command "Workspaces: Manage Workspace Trust".';
const notConfirmed =
  "The change is not the one that the user confirmed: the connection, the version or the server's content changed meanwhile. Nothing was done. Call the tool again, so that the user can confirm the current change.";

async function redactErrors<T>(world: ToolEnvironment, name: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isAbortError(error)) throw error;
    if (!hasErrorName(error, "AgentToolError")) world.log.error(`${name} failed: ${readErrorMessage(error)}`, error);
    const clean = await cleanerOf(world);
    // Without its cause, which may hold secrets.
    throw new AgentToolError(clean(readErrorMessage(error)).slice(0, 2000));
  }
}

async function cleanerOf({ connections }: ToolEnvironment): Promise<(text: string) => string> {
  const known = connections.readSecretTexts();
  return (text) => toVisibleText(maskSecrets(text, known));
}
