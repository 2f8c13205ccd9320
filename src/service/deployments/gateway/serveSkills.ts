import type { IncomingMessage, ServerResponse } from "node:http";
import * as z from "zod";
import { isRecord, type UnknownRecord } from "../../../text/record.ts";
import { tryParseJson } from "../../../text/tryParseJson.ts";
import { sendMcpMessage } from "../../mcp/sendMcpMessage.ts";
import { createServerAgent, type ServerEndpoint } from "../../mcp/serverEndpoint.ts";
import type { DeploymentFolder } from "../lifecycle/deploymentFolder.ts";
import {
  createNoResponseError,
  type Forward,
  type ForwardedCall,
  type ProxiedRequest,
  selectRequestHeaders,
} from "./gatewayProxy.ts";

const skillsExtension = "io.modelcontextprotocol/skills";
/** Of JSON-RPC. */
const methodNotFound = -32601;
/** The requests that are changed or answered here are smaller. */
const mostBytes = 16 * 1024;

/** Skills that the gateway serves for a server. */
export interface GatewaySkills {
  /** Answers a request about them; the server gets the others. */
  readonly fetch: (message: McpRequest, headers: Readonly<Record<string, string>>) => Promise<Response>;
  /** Whether the server has resources of its own. */
  readonly hasResources: boolean;
}

const requestSchema = z.object({
  jsonrpc: z.literal("2.0"),
  id: z.union([z.string(), z.number()]),
  method: z.string(),
  params: z.record(z.string(), z.unknown()).default({}),
});
type McpRequest = z.output<typeof requestSchema>;

/** Loads the skills of a version for a server whose code does not serve them; undefined: it does, or there are none. */
export async function loadGatewaySkills(
  { folder, files }: Pick<DeploymentFolder, "folder" | "files">,
  capabilities: unknown,
  log: (message: string) => void,
): Promise<GatewaySkills | undefined> {
  const own = isRecord(capabilities) ? capabilities : {};
  const hasExtension = isRecord(own.extensions) && own.extensions[skillsExtension] !== undefined;
  if (hasExtension || !files.some((path) => /^skills\/[^/]+\/SKILL\.md$/.test(path))) return undefined;
  const { createMcpEndpoint, createToolRegistry, loadVersionSkills } = await import("../../mcp/runtimeEndpoint.ts");
  const skills = await loadVersionSkills(`${folder}/skills`, log);
  if (!skills) return undefined;
  const endpoint = createMcpEndpoint({ name: "fairlead", version: "1" }, createToolRegistry([], log), { log, skills });
  return {
    fetch: (message, headers) =>
      endpoint.fetch(new Request("http://127.0.0.1/mcp", { method: "POST", headers, body: JSON.stringify(message) })),
    hasResources: own.resources !== undefined,
  };
}

interface SkillsTarget {
  readonly use: { readonly endpoint: ServerEndpoint; readonly skills?: GatewaySkills | undefined };
}

/** Serves the skills of a version beside what its server serves. Everything else goes through as it is. */
export async function serveSkills({ use }: SkillsTarget, call: ForwardedCall, next: Forward): Promise<ProxiedRequest> {
  const { incoming } = call;
  const body = use.skills && incoming.method === "POST" ? await peekBody(incoming) : undefined;
  if (!use.skills || !body) return next(call);
  const message = requestSchema.safeParse(tryParseJson(body.toString())).data;
  if (!message) return forwardPeeked(call, next);
  if (isAboutSkills(message, use.skills)) return { status: await respondHere(use.skills, message, call), body };
  const join = joins[message.method];
  if (!join) return forwardPeeked(call, next);
  const status = await respondJoined({ join, skills: use.skills, endpoint: use.endpoint }, message, call);
  return { status, body };
}

function isAboutSkills({ method, params }: McpRequest, { hasResources }: GatewaySkills): boolean {
  if (/^(skills\/(list|get)|resources\/directory\/read)$/.test(method)) return true;
  if (!hasResources && method.startsWith("resources/")) return true;
  return method === "resources/read" && String(params.uri).startsWith("skill://");
}

/** Reads the body and leaves it for the server. Returns nothing for a large one, for one that says no length, and if the client leaves. */
function peekBody(incoming: IncomingMessage): Promise<Buffer | undefined> {
  const length = Number(incoming.headers["content-length"]);
  if (!(length > 0 && length <= mostBytes)) return Promise.resolve(undefined);
  const { promise, resolve } = Promise.withResolvers<Buffer | undefined>();
  const chunks: Buffer[] = [];
  let size = 0;
  const finish = (body?: Buffer) => {
    incoming.off("data", onData).off("close", leave);
    resolve(body);
  };
  const onData = (chunk: Buffer) => {
    size += chunk.length;
    chunks.push(chunk);
    if (size < length) return;
    incoming.pause();
    const body = Buffer.concat(chunks);
    incoming.unshift(body);
    finish(body);
  };
  const leave = () => finish();
  incoming.on("data", onData).once("close", leave);
  return promise;
}

/** The body that was read before flows again, after the proxy has begun to listen for it. */
function forwardPeeked(call: ForwardedCall, next: Forward): Promise<ProxiedRequest> {
  const forwarded = next(call);
  call.incoming.resume();
  return forwarded;
}

async function respondHere(skills: GatewaySkills, message: McpRequest, call: ForwardedCall): Promise<number> {
  const response = await skills.fetch(message, readHeaders(call));
  const type = response.headers.get("content-type") ?? "application/json";
  return respond(call, response.status, { "Content-Type": type }, await response.text());
}

/** Joins what the server and the gateway have to a result. */
type Join = (own: UnknownRecord, added: UnknownRecord) => UnknownRecord;

const joinCapabilities: Join = (own, added) => {
  const capabilities = isRecord(own.capabilities) ? own.capabilities : {};
  const { resources, extensions } = isRecord(added.capabilities) ? added.capabilities : {};
  const joined = {
    ...(isRecord(capabilities.extensions) ? capabilities.extensions : {}),
    ...(isRecord(extensions) ? extensions : {}),
  };
  return { ...own, capabilities: { resources, ...capabilities, extensions: joined } };
};

/** The skills follow the last item of the server's own list. */
const joinLists =
  (list: "resources" | "resourceTemplates"): Join =>
  ({ [list]: items, ...own }, { [list]: more }) => {
    const isLast = own.nextCursor === undefined && Array.isArray(items) && Array.isArray(more);
    return { ...own, [list]: isLast ? [...items, ...more] : items };
  };

const templatesMethod = "resources/templates/list";

const joins: Readonly<Record<string, Join>> = {
  initialize: joinCapabilities,
  "server/discover": joinCapabilities,
  "resources/list": joinLists("resources"),
  [templatesMethod]: joinLists("resourceTemplates"),
};

interface JoinParts {
  readonly join: Join;
  readonly skills: GatewaySkills;
  readonly endpoint: ServerEndpoint;
}

/** Returns null if the client left before the response. */
async function respondJoined(
  { join, skills, endpoint }: JoinParts,
  message: McpRequest,
  call: ForwardedCall,
): Promise<number | null> {
  const { method, params } = message;
  const agent = createServerAgent(endpoint, {});
  const left = new AbortController();
  const leave = () => left.abort();
  call.outgoing.once("close", leave);
  try {
    const headers = readHeaders(call);
    const response = await sendMcpMessage({ method, params, headers }, agent, left.signal);
    const session = response.sessionId === undefined ? {} : { "Mcp-Session-Id": response.sessionId };
    const answer = tryParseJson(response.text);
    if (method === templatesMethod && isUnknownMethod(answer)) return await respondHere(skills, message, call);
    const { cursor: _, ...first } = params;
    const added = await readResult(await skills.fetch({ ...message, params: first }, headers));
    const joined =
      isRecord(answer) && isRecord(answer.result) && added ? { ...answer, result: join(answer.result, added) } : answer;
    const text = isRecord(joined) ? JSON.stringify({ ...joined, id: message.id }) : response.text;
    const type = isRecord(joined) ? "application/json" : response.contentType;
    return respond(call, response.status, { ...session, "Content-Type": type }, text);
  } catch (error) {
    if (left.signal.aborted) return null;
    throw createNoResponseError(error);
  } finally {
    call.outgoing.off("close", leave);
    agent.destroy();
  }
}

/** A server with resources need not know templates. */
const isUnknownMethod = (answer: unknown) =>
  isRecord(answer) && isRecord(answer.error) && answer.error.code === methodNotFound;

async function readResult(response: Response): Promise<UnknownRecord | undefined> {
  const text = await response.text();
  const message = tryParseJson(/^data: (.*)$/m.exec(text)?.[1] ?? text);
  return isRecord(message) && isRecord(message.result) ? message.result : undefined;
}

/** Those that the server would get, but for those of the body and of an encoding that would have to be undone. */
function readHeaders({ incoming, addedHeaders }: ForwardedCall): Record<string, string> {
  const { "content-length": _, "accept-encoding": __, ...headers } = selectRequestHeaders(incoming);
  return { ...headers, ...addedHeaders };
}

function respond(
  { outgoing, requestId }: { readonly outgoing: ServerResponse; readonly requestId: string },
  status: number,
  headers: Readonly<Record<string, string>>,
  text: string,
): number {
  outgoing.writeHead(status, { ...headers, "X-Request-Id": requestId }).end(text);
  return status;
}
