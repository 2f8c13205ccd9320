import { isRecord } from "../../../text/record.ts";
import { tryParseJson } from "../../../text/tryParseJson.ts";
import type { ServiceContext } from "../../context.ts";
import type { DeploymentEventLog } from "../deploymentEventLog.ts";
import type { ProxiedRequest } from "./gatewayProxy.ts";

/** Calls told one by one within a second, for each deployment; the others are counted. */
const toldPerSecond = 20;

/** Tells what a server was asked through the gateway: method, tool, status and time, never a body. */
export function createRequestEventRecorder(context: Pick<ServiceContext, "clock">, events: DeploymentEventLog) {
  const windows = new Map<string, { start: number; told: number; counted: number; failed: number }>();

  const settle = (deploymentId: string) => {
    const window = windows.get(deploymentId);
    windows.delete(deploymentId);
    if (!window || window.counted === 0) return;
    const { counted, failed } = window;
    const message = `${counted} more requests within a second, ${failed} of them failed`;
    events.enqueue(deploymentId, { kind: "request", level: "debug", message, data: { counted, failed } });
  };

  return (
    deploymentId: string,
    headers: Readonly<Record<string, unknown>>,
    passed: ProxiedRequest,
    ms: number,
  ): void => {
    const asked = whatWasAsked(headers, passed.body);
    if (!asked) return;
    const now = context.clock().getTime();
    if (now - (windows.get(deploymentId)?.start ?? now) >= 1000) settle(deploymentId);
    const window = windows.get(deploymentId) ?? { start: now, told: 0, counted: 0, failed: 0 };
    if (!windows.has(deploymentId)) setTimeout(settle, 1000, deploymentId).unref();
    windows.set(deploymentId, window);
    if (window.told >= toldPerSecond) {
      window.counted += 1;
      if (passed.status === null || passed.status >= 400) window.failed += 1;
      return;
    }
    window.told += 1;
    const what = asked.tool === undefined ? asked.method : `${asked.method} ${asked.tool}`;
    const message = `${what}: ${passed.status ?? "left by the caller"} in ${Math.round(ms)} ms`;
    const data = { ...asked, status: passed.status, ms: Math.round(ms * 10) / 10 };
    events.enqueue(deploymentId, { kind: "request", level: "debug", message, data });
  };
}

interface Asked {
  readonly method: string;
  readonly tool?: string;
}

/** MCP 2026-07-28 says it in headers; before, it stands in the body only. */
function whatWasAsked(headers: Readonly<Record<string, unknown>>, body: Buffer): Asked | undefined {
  const method = headers["mcp-method"];
  const name = headers["mcp-name"];
  if (typeof method === "string") return typeof name === "string" ? { method, tool: name } : { method };
  if (body.length === 0) return undefined;
  return fromMessage(tryParseJson(body.toString("utf8")));
}

function fromMessage(message: unknown): Asked | undefined {
  if (!isRecord(message) || !("method" in message) || !("id" in message)) return undefined;
  const method = String(message.method);
  const { params } = message;
  if (!isRecord(params) || !("name" in params)) return { method };
  return { method, tool: String(params.name) };
}
