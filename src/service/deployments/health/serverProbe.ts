import { Agent } from "node:http";
import type { DeploymentHealth } from "../../../contract/deployments.ts";
import { isRecord } from "../../../text/record.ts";
import { callMcp, type McpResult } from "../../mcp/callMcp.ts";
import {
  createLegacyMcpHeaders,
  createModernMcpRequest,
  legacyProtocolVersion,
  modernProtocolVersion,
} from "../../mcp/mcpProtocolVersions.ts";
import { endMcpSession, maximumToolCount } from "../../mcp/sendMcpMessage.ts";
import { createToolDigests, type ToolDigests } from "./toolPins.ts";

export type HealthCheck = DeploymentHealth["checks"][number];

/** What one look at a server found. */
export interface ProbeResult {
  readonly status: DeploymentHealth["status"];
  /** Of the handshake and `tools/list` together. */
  readonly latencyMs: number | null;
  readonly checks: HealthCheck[];
  /** What it offers; undefined where it could not be listed. */
  readonly tools: ToolDigests | undefined;
  /** Whether there was anybody to ask, healthy or not. */
  readonly reached: boolean;
}

export interface ServerProbe {
  /** Does the handshake and lists the tools; never rejects, except when `signal` is aborted. */
  run(signal: AbortSignal): Promise<ProbeResult>;
  close(): void;
}

const clientInfo = { name: "fairlead-probe", version: "1" };
/** Slower than this, a server is up but no pleasure to use. */
const slowMs = 2000;

type Ask = (method: string, params?: object) => Promise<McpResult>;

/** What a handshake leaves for the calls after it. */
interface Session {
  readonly ask: Ask;
  readonly version: string;
  readonly capabilities: unknown;
  end(): Promise<void>;
}

/** Looks at the server on a port, over connections of its own, so that a server busy with requests is still seen. */
export function createServerProbe(port: number, timeoutMs: number): ServerProbe {
  const agent = new Agent({ keepAlive: true, maxSockets: 2 });
  let era: "modern" | "legacy" | undefined;

  const connect = async (signal: AbortSignal): Promise<Session> => {
    if (era !== "legacy") {
      try {
        const session = await discover(port, agent, signal);
        era = "modern";
        return session;
      } catch (error) {
        if (signal.aborted || era === "modern" || isNobody(error)) throw error;
      }
    }
    const session = await initialize(port, agent, signal);
    era = "legacy";
    return session;
  };

  return {
    run: async (signal) => {
      const started = performance.now();
      const checks: HealthCheck[] = [{ name: "process", status: "healthy", message: "running", latencyMs: null }];
      const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
      let session: Session | undefined;
      let listed: readonly unknown[] | undefined;
      let reached = true;
      try {
        session = await timed(checks, "handshake", () => connect(limit));
        const { ask, capabilities } = session;
        listed = await timed(checks, "tools", async () => (hasTools(capabilities) ? listTools(ask) : []));
      } catch (error) {
        signal.throwIfAborted();
        reached = !isNobody(error);
      }
      const latencyMs = performance.now() - started;
      await session?.end().catch(() => undefined);
      const status = overall(checks, latencyMs);
      return {
        status,
        latencyMs: session ? round(latencyMs) : null,
        checks,
        tools: listed && createToolDigests(listed),
        reached,
      };
    },
    close: () => agent.destroy(),
  };
}

async function timed<T extends Session | readonly unknown[]>(
  checks: HealthCheck[],
  name: "handshake" | "tools",
  work: () => Promise<T>,
) {
  const started = performance.now();
  try {
    const found = await work();
    const latencyMs = round(performance.now() - started);
    const words = "version" in found ? `MCP ${found.version}` : `${found.length} tools`;
    checks.push({ name, status: latencyMs > slowMs ? "degraded" : "healthy", message: words, latencyMs });
    return found;
  } catch (error) {
    const latencyMs = round(performance.now() - started);
    checks.push({ name, status: "unhealthy", message: reason(error), latencyMs });
    throw error;
  }
}

/** A server that shakes hands but cannot list its tools is of some use; one that does not answer is of none. */
function overall(checks: readonly HealthCheck[], latencyMs: number): ProbeResult["status"] {
  const bad = checks.filter((check) => check.status === "unhealthy").map((check) => check.name);
  if (bad.includes("handshake")) return "unhealthy";
  return bad.length > 0 || latencyMs > slowMs ? "degraded" : "healthy";
}

/** 2026-07-28: no session; every request says its version and what the client can. */
async function discover(port: number, agent: Agent, signal: AbortSignal): Promise<Session> {
  const ask: Ask = (method, params = {}) =>
    callMcp({ port, ...createModernMcpRequest(method, { ...params }, clientInfo) }, agent, signal);
  const { result } = await ask("server/discover");
  const versions = result.supportedVersions;
  if (!Array.isArray(versions) || !versions.includes(modernProtocolVersion))
    throw new Error(`server/discover: ${modernProtocolVersion} is not among the supported versions.`);
  return { ask, version: modernProtocolVersion, capabilities: result.capabilities, end: async () => undefined };
}

/** 2025-11-25 and before: a session, which is ended again so that the server keeps none for us. */
async function initialize(port: number, agent: Agent, signal: AbortSignal): Promise<Session> {
  const params = { protocolVersion: legacyProtocolVersion, capabilities: {}, clientInfo };
  const { result, sessionId } = await callMcp({ port, method: "initialize", params, headers: {} }, agent, signal);
  const version = typeof result.protocolVersion === "string" ? result.protocolVersion : legacyProtocolVersion;
  const headers = createLegacyMcpHeaders(version, sessionId);
  const initialized = { port, method: "notifications/initialized", params: {}, headers, notification: true } as const;
  await callMcp(initialized, agent, signal);
  const end = async () => {
    if (sessionId !== undefined) await endMcpSession(port, headers, signal);
  };
  const ask: Ask = (method, more = {}) => callMcp({ port, method, params: { ...more }, headers }, agent, signal);
  return { ask, version, capabilities: result.capabilities, end };
}

/** A server may offer prompts or resources alone; one that says nothing of its capabilities is asked. */
function hasTools(capabilities: unknown): boolean {
  return !isRecord(capabilities) || "tools" in capabilities;
}

/** Follows the pages, but not for ever. */
async function listTools(ask: Ask): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  let cursor: unknown;
  for (let pages = 0; pages < 100; pages += 1) {
    const { result } = await ask("tools/list", cursor === undefined ? {} : { cursor });
    const tools = result.tools;
    if (!Array.isArray(tools)) throw new Error("tools/list: the answer holds no list of tools.");
    for (const tool of tools) found.push(tool);
    if (found.length > maximumToolCount) throw new Error(`tools/list: there are more than ${maximumToolCount} tools.`);
    cursor = result.nextCursor;
    if (typeof cursor !== "string" || cursor === "") return found;
  }
  return found;
}

/** Nobody answered at all: asking in another way is of no use. */
function isNobody(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ECONNREFUSED";
}

function reason(error: unknown): string {
  if (error instanceof Error && error.name === "TimeoutError") return "no answer in time";
  if (error instanceof Error && "code" in error && error.code === "ABORT_ERR") return "no answer in time";
  return error instanceof Error ? error.message : String(error);
}

const round = (ms: number) => Math.round(ms * 10) / 10;
