import type { Agent } from "node:http";
import type { DeploymentHealthResource } from "../../../contract/deployments.ts";
import { isRecord } from "../../../text/record.ts";
import {
  createLegacyMcpHeaders,
  createModernMcpRequest,
  legacyProtocolVersion,
  modernProtocolVersion,
} from "../../mcp/mcpProtocolVersions.ts";
import { callMcp, endMcpSession, type McpResult, maximumToolCount } from "../../mcp/sendMcpMessage.ts";
import { createServerAgent, type ServerEndpoint } from "../../mcp/serverEndpoint.ts";
import { abortAfter, type MonotonicClock } from "../deploymentTimes.ts";
import { cleanServerText } from "../process/serverOutput.ts";
import { createApiHealthCheck, type HealthCheck, requestApiCheck } from "./apiHealthCheck.ts";
import { createToolDigests, type ToolDigests } from "./toolPins.ts";

/** The result of one probe. */
export interface ProbeResult {
  readonly status: DeploymentHealthResource["status"];
  /** The duration of the handshake and `tools/list` together. */
  readonly latencyMs: number | null;
  readonly checks: HealthCheck[];
  /** The tools, or `undefined` if they could not be listed. */
  readonly tools: ToolDigests | undefined;
  /** Whether a process accepted the connection, healthy or not. */
  readonly reached: boolean;
  /** What the server said in the handshake. */
  readonly capabilities?: unknown;
}

export interface ServerProbe {
  /** Does the handshake and lists the tools. Rejects only when `signal` is aborted. */
  run(signal: AbortSignal): Promise<ProbeResult>;
  /** Lets the server check its API; undefined if it did not respond, or its code cannot. Rejects only when `signal` is aborted. */
  checkApi(signal: AbortSignal): Promise<HealthCheck | undefined>;
  close(): void;
}

const clientInfo = { name: "fairlead-probe", version: "1" };
/** Longer than the server's own time limit for the API. */
const apiCheckTimeoutMs = 15_000;

type SendRequest = (method: string, params?: object) => Promise<McpResult>;

/** The state of a handshake for the following calls. */
interface Session {
  readonly sendRequest: SendRequest;
  readonly version: string;
  readonly capabilities: unknown;
  end(): Promise<void>;
}

interface ServerProbeOptions {
  readonly timeoutMs: number;
  /** A server that responds more slowly twice in a row is degraded: one that starts, or a busy machine, is slow once. */
  readonly slowMs: number;
  readonly clock: MonotonicClock;
  /** Hides secrets in what the server says. */
  readonly mask: (text: string) => string;
  /** Gets the whole definitions of the tools when the server lists them for the first time. */
  readonly onTools?: (tools: readonly unknown[]) => void;
}

/** Probes a server over separate connections, so that a server busy with requests is still reached. */
export function createServerProbe(
  endpoint: ServerEndpoint,
  { timeoutMs, slowMs, clock, mask, onTools }: ServerProbeOptions,
): ServerProbe {
  const clean = (text: string) => cleanServerText(text, mask);
  let hasListed = false;
  let wasSlow = false;
  const agent = createServerAgent(endpoint, { keepAlive: true, maxSockets: 3 });
  let era: "modern" | "legacy" | undefined;

  const connect = async (signal: AbortSignal): Promise<Session> => {
    if (era !== "legacy") {
      try {
        const session = await discover(agent, signal);
        era = "modern";
        return session;
      } catch (error) {
        if (signal.aborted || era === "modern" || isConnectionRefused(error)) throw error;
      }
    }
    const session = await initialize(agent, signal);
    era = "legacy";
    return session;
  };

  return {
    run: async (signal) => {
      const started = clock.now();
      const checks: HealthCheck[] = [{ name: "process", status: "healthy", message: "running", latencyMs: null }];
      const timeout = abortAfter(clock, timeoutMs);
      const limit = AbortSignal.any([signal, timeout.signal]);
      const timing = { clean, clock, slowMs: wasSlow ? slowMs : Number.POSITIVE_INFINITY };
      let session: Session | undefined;
      let listed: readonly unknown[] | undefined;
      let reached = true;
      try {
        session = await runCheck(checks, "handshake", timing, () => connect(limit));
        const { sendRequest, capabilities } = session;
        listed = await runCheck(checks, "tools", timing, async () =>
          hasTools(capabilities) ? listTools(sendRequest) : [],
        );
      } catch (error) {
        if (signal.aborted) timeout.cancel();
        signal.throwIfAborted();
        reached = !isConnectionRefused(error);
      }
      const latencyMs = clock.now() - started;
      if (listed && !hasListed) onTools?.(listed);
      hasListed ||= listed !== undefined;
      await session?.end().catch(() => undefined);
      // The limit holds for the end of the session too, which the server may not answer.
      timeout.cancel();
      const status = getOverallStatus(checks, latencyMs > timing.slowMs);
      wasSlow = latencyMs > slowMs;
      return {
        status,
        latencyMs: session ? round(latencyMs) : null,
        checks,
        tools: listed && createToolDigests(listed, clean),
        reached,
        capabilities: session?.capabilities,
      };
    },
    checkApi: async (signal) => {
      const started = performance.now();
      try {
        const result = await requestApiCheck(agent, AbortSignal.any([signal, AbortSignal.timeout(apiCheckTimeoutMs)]));
        return result && createApiHealthCheck(result, performance.now() - started, clean);
      } catch {
        // The probes report a server that does not respond.
        signal.throwIfAborted();
        return undefined;
      }
    },
    close: () => agent.destroy(),
  };
}

/** The status of a server with the check of its API. A server whose API fails it is degraded. */
export function addApiCheck(result: ProbeResult, api: HealthCheck | undefined): ProbeResult {
  if (!api) return result;
  const status = result.status === "healthy" && api.status === "degraded" ? "degraded" : result.status;
  return { ...result, status, checks: [...result.checks, api] };
}

async function runCheck<T extends Session | readonly unknown[]>(
  checks: HealthCheck[],
  name: "handshake" | "tools",
  { clean, slowMs, clock }: Pick<ServerProbeOptions, "slowMs" | "clock"> & { readonly clean: (text: string) => string },
  task: () => Promise<T>,
) {
  const started = clock.now();
  try {
    const outcome = await task();
    const latencyMs = round(clock.now() - started);
    const message = clean("version" in outcome ? `MCP ${outcome.version}` : formatToolCount(outcome.length));
    checks.push({ name, status: latencyMs > slowMs ? "degraded" : "healthy", message, latencyMs });
    return outcome;
  } catch (error) {
    const latencyMs = round(clock.now() - started);
    checks.push({ name, status: "unhealthy", message: clean(describeFailure(error)), latencyMs });
    throw error;
  }
}

const formatToolCount = (count: number) => (count === 1 ? "1 tool" : `${count} tools`);

/** A server that fails to list its tools is degraded. One that fails the handshake is unhealthy. */
function getOverallStatus(checks: readonly HealthCheck[], isSlow: boolean): ProbeResult["status"] {
  const failed = checks.filter((check) => check.status === "unhealthy").map((check) => check.name);
  if (failed.includes("handshake")) return "unhealthy";
  return failed.length > 0 || isSlow ? "degraded" : "healthy";
}

/** 2026-07-28 has no sessions: every request contains the version and the client's capabilities. */
async function discover(agent: Agent, signal: AbortSignal): Promise<Session> {
  const sendRequest: SendRequest = (method, params = {}) =>
    callMcp({ ...createModernMcpRequest(method, { ...params }, clientInfo) }, agent, signal);
  const { result } = await sendRequest("server/discover");
  const versions = result.supportedVersions;
  if (!Array.isArray(versions) || !versions.includes(modernProtocolVersion))
    throw new Error(`server/discover: ${modernProtocolVersion} is not among the supported versions.`);
  return { sendRequest, version: modernProtocolVersion, capabilities: result.capabilities, end: async () => undefined };
}

/** 2025-11-25 and earlier open a session. The probe ends it, so that the server does not accumulate sessions. */
async function initialize(agent: Agent, signal: AbortSignal): Promise<Session> {
  const params = { protocolVersion: legacyProtocolVersion, capabilities: {}, clientInfo };
  const { result, sessionId } = await callMcp({ method: "initialize", params, headers: {} }, agent, signal);
  const version = typeof result.protocolVersion === "string" ? result.protocolVersion : legacyProtocolVersion;
  const headers = createLegacyMcpHeaders(version, sessionId);
  const initialized = { method: "notifications/initialized", params: {}, headers, notification: true } as const;
  await callMcp(initialized, agent, signal);
  const end = async () => {
    if (sessionId !== undefined) await endMcpSession(headers, agent, signal);
  };
  const sendRequest: SendRequest = (method, callParams = {}) =>
    callMcp({ method, params: { ...callParams }, headers }, agent, signal);
  return { sendRequest, version, capabilities: result.capabilities, end };
}

/** A server may offer only prompts or resources. A server without capabilities is asked for its tools. */
function hasTools(capabilities: unknown): boolean {
  return !isRecord(capabilities) || "tools" in capabilities;
}

/** Reads all pages, up to a limit. */
async function listTools(sendRequest: SendRequest): Promise<readonly unknown[]> {
  const tools: unknown[] = [];
  let cursor: unknown;
  for (let pages = 0; pages < 100; pages += 1) {
    const { result } = await sendRequest("tools/list", cursor === undefined ? {} : { cursor });
    const pageTools = result.tools;
    if (!Array.isArray(pageTools)) throw new Error("tools/list: the response contains no list of tools.");
    for (const tool of pageTools) tools.push(tool);
    if (tools.length > maximumToolCount) throw new Error(`tools/list: there are more than ${maximumToolCount} tools.`);
    cursor = result.nextCursor;
    if (typeof cursor !== "string" || cursor === "") return tools;
  }
  return tools;
}

/** Nothing listens on the port, so another protocol version cannot help. */
function isConnectionRefused(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ECONNREFUSED";
}

function describeFailure(error: unknown): string {
  if (error instanceof Error && error.name === "TimeoutError") return "no response in time";
  if (error instanceof Error && "code" in error && error.code === "ABORT_ERR") return "no response in time";
  return error instanceof Error ? error.message : String(error);
}

const round = (ms: number) => Math.round(ms * 10) / 10;
