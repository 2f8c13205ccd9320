import { isRecord } from "../../../text/record.ts";
import { tryParseJson } from "../../../text/tryParseJson.ts";
import type { ServiceContext } from "../../context.ts";
import type { Span } from "../../telemetry/telemetry.ts";
import type { DeploymentEventLog } from "../deploymentEventLog.ts";

/** The most requests with their own event per second and deployment. Further requests are only counted. */
const maxEventsPerSecond = 20;

/** Records requests through the gateway as events: method, tool, status and duration, never a body. */
export function createRequestEventRecorder(context: Pick<ServiceContext, "clock">, events: DeploymentEventLog) {
  const windows = new Map<string, { start: number; recorded: number; counted: number; failed: number }>();

  const recordCount = (deploymentId: string) => {
    const window = windows.get(deploymentId);
    windows.delete(deploymentId);
    if (!window || window.counted === 0) return;
    const { counted, failed } = window;
    const message = `${counted} more requests within a second, ${failed} of them failed`;
    events.enqueue(deploymentId, { kind: "request", level: "debug", message, data: { counted, failed } });
  };

  return (deploymentId: string, call: McpCall, status: number | null, ms: number): void => {
    const now = context.clock().getTime();
    if (now - (windows.get(deploymentId)?.start ?? now) >= 1000) recordCount(deploymentId);
    const window = windows.get(deploymentId) ?? { start: now, recorded: 0, counted: 0, failed: 0 };
    if (!windows.has(deploymentId)) setTimeout(recordCount, 1000, deploymentId).unref();
    windows.set(deploymentId, window);
    if (window.recorded >= maxEventsPerSecond) {
      window.counted += 1;
      if (status === null || status >= 400) window.failed += 1;
      return;
    }
    window.recorded += 1;
    const label = call.tool === undefined ? call.method : `${call.method} ${call.tool}`;
    const message = `${label}: ${status ?? "the client disconnected"} in ${Math.round(ms)} ms`;
    const data = { ...call, status, ms: Math.round(ms * 10) / 10 };
    events.enqueue(deploymentId, { kind: "request", level: "debug", message, data });
  };
}

export interface McpCall {
  readonly method: string;
  readonly tool?: string;
}

/** Describes a span by the conventions for MCP. The client chooses both texts. */
export function describeMcpCall(span: Span, { method, tool }: McpCall): void {
  const shortMethod = method.slice(0, 100);
  const shortTool = tool?.slice(0, 200);
  span.rename(shortTool === undefined ? shortMethod : `${shortMethod} ${shortTool}`);
  span.addAttributes({
    "mcp.method.name": shortMethod,
    ...(shortTool !== undefined && { "gen_ai.tool.name": shortTool }),
  });
}

/** MCP 2026-07-28 has the method and tool in headers, earlier versions only in the body. */
export function readMcpCall(headers: Readonly<Record<string, unknown>>, body: Buffer): McpCall | undefined {
  const method = headers["mcp-method"];
  const name = headers["mcp-name"];
  if (typeof method === "string") return typeof name === "string" ? { method, tool: name } : { method };
  if (body.length === 0) return undefined;
  return readCallFromBody(tryParseJson(body.toString("utf8")));
}

function readCallFromBody(message: unknown): McpCall | undefined {
  if (!isRecord(message) || !("method" in message) || !("id" in message)) return undefined;
  const method = String(message.method);
  const { params } = message;
  if (!isRecord(params) || !("name" in params)) return { method };
  return { method, tool: String(params.name) };
}
