import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono } from "hono";
import * as z from "zod";
import type { ServiceContext } from "../../context.ts";
import type { HttpEnvironment } from "../../http/httpEnvironment.ts";
import { ServiceProblem } from "../../http/serviceProblem.ts";
import { idRow } from "../../storage/rows/storedRow.ts";
import type { ToolCallCounter } from "../../usage/toolCallCounter.ts";
import type { DeploymentSupervisor } from "../lifecycle/deploymentSupervisor.ts";
import { createDiscoveryRoutes, getProtectedResourceMetadataUrl } from "./discoveryRoutes.ts";
import { createGatewayProxy, NoServerResponseError } from "./gatewayProxy.ts";
import { createRequestEventRecorder } from "./requestEvents.ts";
import { createRetryLaterProblem } from "./retryLaterProblem.ts";
import type { RuntimeTokens } from "./runtimeTokens.ts";
import { createServerConcurrencyLimiter } from "./serverConcurrencyLimiter.ts";
import { createToolCallQuotaCheck } from "./toolCallQuotaCheck.ts";

type GatewayEnvironment = HttpEnvironment & { Bindings: HttpBindings };
type GatewayContext = Context<GatewayEnvironment>;

/** All that MCP uses. */
const methods = ["POST", "GET", "DELETE"];

/**
 * The one way in to deployed servers: `/mcp/<serverId>`, for whoever holds a runtime token of that server. It works on Node's own
 * request and answer, as streaming through web streams costs several times as much; so it needs a listening service.
 */
export function createGatewayRoutes(
  context: ServiceContext,
  supervisor: DeploymentSupervisor,
  tokens: RuntimeTokens,
  toolCalls: ToolCallCounter,
): Hono {
  const organizationOf = ownerMemory(context);
  const proxy = createGatewayProxy();
  const tell = createRequestEventRecorder(context, supervisor.events);
  const enter = createServerConcurrencyLimiter();
  const routes = new Hono<GatewayEnvironment>();
  let sent: Response | undefined;

  const passOn = async (c: GatewayContext, serverId: string): Promise<Response> => {
    const instance = supervisor.live(serverId);
    const port = instance?.port();
    if (!instance || port === undefined) throw notThere(context, serverId);
    const { incoming, outgoing } = c.env;
    // A GET is a stream of news without an end: nobody waits for it when a newer deployment takes over.
    const leave = c.req.method === "GET" ? () => {} : instance.enter();
    const startedAt = performance.now();
    try {
      const gate = createToolCallQuotaCheck(toolCalls, organizationOf(serverId));
      const passed = await proxy.pass({ incoming, outgoing, port, requestId: c.get("requestId"), gate });
      tell(instance.deploymentId, incoming.headers, passed, performance.now() - startedAt);
      sent ??= (await import("../../http/nodeServer.ts")).createAlreadySentResponse();
      return sent;
    } catch (error) {
      if (error instanceof NoServerResponseError) return problemOf(c, error);
      throw error;
    } finally {
      leave();
    }
  };

  routes.all("/mcp/:serverId", async (c) => {
    const serverId = c.req.param("serverId");
    await checkAccess(context, tokens, c, serverId);
    // Who serves is asked when one's turn has come: a newer deployment may have taken over meanwhile.
    return enter(serverId, () => passOn(c, serverId));
  });

  return new Hono().route("/", createDiscoveryRoutes(context, tokens)).route("/", routes);
}

/** Whose a server is, read once: that never changes. */
function ownerMemory({ db }: Pick<ServiceContext, "db">): (serverId: string) => string {
  const known = new Map<string, string>();
  const sql = "SELECT p.organization_id FROM servers s JOIN projects p ON p.id = s.project_id WHERE s.id = ?";
  return (serverId) => {
    const found =
      known.get(serverId) ?? db.get(z.object({ organization_id: z.string() }), sql, serverId)?.organization_id;
    if (found === undefined) throw new Error(`The server ${serverId} belongs to nobody.`);
    known.set(serverId, found);
    return found;
  };
}

/** 401 with the way to a token, as RFC 9728 has it, so that a standard MCP client finds it alone. */
async function checkAccess(context: ServiceContext, tokens: RuntimeTokens, c: GatewayContext, serverId: string) {
  const token = /^Bearer +(\S+)$/i.exec(c.req.header("Authorization") ?? "")?.[1];
  const verdict =
    token === undefined ? { refused: "A runtime token is needed." } : await tokens.verify(token, serverId);
  if (verdict) {
    if (!knows(context, serverId)) throw new ServiceProblem("not_found", `There is no server "${serverId}".`);
    const error = token === undefined ? "" : `, error="invalid_token", error_description="${verdict.refused}"`;
    const challenge = `Bearer resource_metadata="${getProtectedResourceMetadataUrl(context.baseUrl(), serverId)}"${error}`;
    throw new ServiceProblem("unauthenticated", verdict.refused, { headers: { "WWW-Authenticate": challenge } });
  }
  if (!methods.includes(c.req.method)) {
    const Allow = methods.join(", ");
    throw new ServiceProblem("method_not_allowed", `A deployed server knows ${Allow}.`, { headers: { Allow } });
  }
  const type = c.req.header("Content-Type")?.split(";", 1)[0]?.trim().toLowerCase();
  // A browser sends other media types to any host without asking first.
  if (c.req.method === "POST" && type !== "application/json")
    throw new ServiceProblem("unsupported_media_type", "The body must be application/json.");
}

function notThere(context: ServiceContext, serverId: string): ServiceProblem {
  if (!knows(context, serverId)) return new ServiceProblem("not_found", `There is no server "${serverId}".`);
  return createRetryLaterProblem("This server is not running right now. Its deployments say why.");
}

function knows(context: ServiceContext, serverId: string): boolean {
  return context.db.get(idRow, "SELECT id FROM servers WHERE id = ?", serverId) !== undefined;
}

function problemOf(c: GatewayContext, error: NoServerResponseError): Response {
  if (error.status === 413) throw new ServiceProblem("too_large", error.message, { cause: error });
  if (error.status === 503) throw createRetryLaterProblem(error.message, error);
  const { status, message: detail } = error;
  const problem = { type: "about:blank", title: "Bad gateway", status, detail, code: "bad_gateway" };
  return c.body(JSON.stringify({ ...problem, requestId: c.get("requestId") }), status, {
    "Content-Type": "application/problem+json",
  });
}
