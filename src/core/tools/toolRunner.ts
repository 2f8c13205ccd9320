import { withoutSecrets } from "../../text/maskSecrets.ts";
import { visibleText } from "../../text/toVisibleText.ts";
import type { Session } from "../connection/connectionSession.ts";
import { hasName, isAborted, messageOf } from "../foundation/failure.ts";
import type { At, Change, ChangingTool, Row, Tool, ToolWorld } from "./languageModelTool.ts";
import { ToolError } from "./toolCallError.ts";
import { tools } from "./toolRegistry.ts";
import { replyText } from "./toolReply.ts";

/** The service of the active connection. Nobody is asked anything, and nothing is started. */
async function reach(world: ToolWorld, signal: AbortSignal): Promise<At> {
  signal.throwIfAborted();
  const client = await world.connections.quiet();
  signal.throwIfAborted();
  const session = world.connections.session();
  if (!client || session.kind !== "connected") throw new ToolError(whatToDo(session));
  return { world, connection: session.connection, me: session.me, client, signal };
}

const useLocal = '"Fairlead: Use the Local Service"';

function whatToDo(session: Session): string {
  switch (session.kind) {
    case "none":
      return `Fairlead is not connected to a service. Only the user can connect it: with the command ${useLocal}, or with "Fairlead: Add Connection" for a service elsewhere.`;
    case "signedOut":
      return `${session.reason} Only the user can sign in, with the command "Fairlead: Sign In". Never ask for a key in the chat.`;
    case "failed":
      return `${session.connection.name} was not reached: ${messageOf(session.error)} The user can try again with the command "Fairlead: Refresh", or use another service with "Fairlead: Switch Connection".`;
    default:
      return session.connection.kind === "local"
        ? `The local service is not running. The user starts it with the command ${useLocal}, or by opening the Fairlead view.`
        : `${session.connection.name} is not connected yet: try again in a moment.`;
  }
}

/** What a language model's calls go through. Every failure is one in words that may be shown to a model. */
export interface ToolDesk {
  /** What to show before a call; changes nothing. */
  prepare(name: string, given: unknown, signal: AbortSignal): Promise<Preparation>;
  /** Does it, and answers text for the model. What changes something is done only as it was prepared. */
  invoke(name: string, given: unknown, signal: AbortSignal): Promise<string>;
}

export interface Preparation {
  readonly progress: string;
  /** The user has to agree to this first. */
  readonly confirmation?: { readonly title: string; readonly rows: readonly Row[] };
}

/** Confirmations that may be open at once; older ones count as refused. */
const mostConfirmed = 50;

export function createToolDesk(world: ToolWorld): ToolDesk {
  const table: Readonly<Record<string, Tool>> = tools;
  const confirmed: string[] = [];

  const toolOf = (name: string): Tool => {
    const tool = table[name];
    if (!tool) throw new ToolError(`Fairlead has no tool ${name}.`);
    return tool;
  };
  const planOf = async (tool: ChangingTool, given: unknown, signal: AbortSignal): Promise<Change> => {
    if (!world.isTrusted()) throw new ToolError(untrusted);
    return tool.plan(await reach(world, signal), given);
  };
  const perform = async (name: string, tool: ChangingTool, given: unknown, signal: AbortSignal) => {
    const change = await planOf(tool, given, signal);
    const index = confirmed.indexOf(`${name} ${change.mark}`);
    if (index === -1) throw new ToolError(notConfirmed);
    confirmed.splice(index, 1);
    return change.perform();
  };

  const prepare = async (name: string, given: unknown, signal: AbortSignal): Promise<Preparation> => {
    const tool = toolOf(name);
    const { progress } = tool;
    if (tool.kind === "reads") return { progress };
    const { title, rows, mark } = await planOf(tool, given, signal);
    const clean = await cleanerOf(world);
    confirmed.push(`${name} ${mark}`);
    confirmed.splice(0, confirmed.length - mostConfirmed);
    const cleanRows = rows.map(([what, value]) => [what, clean(value)] as const);
    return { progress, confirmation: { title: clean(title), rows: cleanRows } };
  };
  const invoke = async (name: string, given: unknown, signal: AbortSignal): Promise<string> => {
    const tool = toolOf(name);
    const reply =
      tool.kind === "reads"
        ? await tool.run(await reach(world, signal), given)
        : await perform(name, tool, given, signal);
    signal.throwIfAborted();
    return replyText(reply, await cleanerOf(world));
  };
  return {
    prepare: (name, given, signal) => inWords(world, name, prepare(name, given, signal)),
    invoke: (name, given, signal) => inWords(world, name, invoke(name, given, signal)),
  };
}

const untrusted =
  'This workspace is not trusted, so nothing is deployed or run from it. The user can trust it with the command "Workspaces: Manage Workspace Trust".';
const notConfirmed =
  "What would be done now is not what the user agreed to: the connection, the version or the server's content changed meanwhile. Nothing was done. Call the tool again, so that the user is asked about what is there now.";

async function inWords<T>(world: ToolWorld, name: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isAborted(error)) throw error;
    if (!hasName(error, "ToolError")) world.log.error(`${name} failed: ${messageOf(error)}`, error);
    const clean = await cleanerOf(world);
    // Without its cause, which may hold what is not to be shown.
    throw new ToolError(clean(messageOf(error)).slice(0, 2000));
  }
}

async function cleanerOf({ connections }: ToolWorld): Promise<(text: string) => string> {
  const credentials = await connections.runtimeCredentials();
  const known = credentials ? [credentials.clientSecret] : [];
  return (text) => visibleText(withoutSecrets(text, known));
}
