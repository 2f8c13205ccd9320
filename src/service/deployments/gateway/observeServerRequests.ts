import type { HonoRequest, MiddlewareHandler } from "hono";
import { listenMethod } from "../../../contract/mcp/heldStream.ts";
import type { HttpEnvironment } from "../../http/httpEnvironment.ts";
import { observeRequests } from "../../telemetry/observeRequests.ts";
import type { Span, Telemetry } from "../../telemetry/telemetry.ts";
import type { McpCall } from "./requestEventRecorder.ts";

/** The status, in telemetry, of a request whose client did not wait for the response. */
export const clientClosedRequest = 499;

/** Whether a request opens a stream without an end. A newer deployment does not wait for it. */
export const isEndless = (request: HonoRequest): boolean =>
  request.method === "GET" || request.header("Mcp-Method") === listenMethod;

/** Records each request to a server as a span, but not the endless streams. */
export function observeServerRequests(telemetry: Telemetry, route: string): MiddlewareHandler<HttpEnvironment> {
  const observe = observeRequests(telemetry, "mcp", { "http.route": route });
  return (c, next) => (isEndless(c.req) ? next() : observe(c, next));
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
