import type { MiddlewareHandler } from "hono";
import type { HttpEnvironment } from "../../http/httpEnvironment.ts";
import { observeRequests } from "../../telemetry/observeRequests.ts";
import type { Span, Telemetry } from "../../telemetry/telemetry.ts";
import type { McpCall } from "./requestEventRecorder.ts";

/** The status, in telemetry, of a request whose client did not wait for the response. */
export const clientClosedRequest = 499;

/** Records each request to a server as a span, but not the endless streams, which a GET opens. */
export function observeServerRequests(telemetry: Telemetry, route: string): MiddlewareHandler<HttpEnvironment> {
  const observe = observeRequests(telemetry, "mcp", { "http.route": route });
  return (c, next) => (c.req.method === "GET" ? next() : observe(c, next));
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
