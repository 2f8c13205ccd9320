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

const methods = ["POST", "GET", "DELETE"];

/**
 * The only access to deployed servers: `/mcp/<serverId>` with a runtime token of that server. It uses Node's own request and
 * response, because web streams cost several times as much, and therefore needs a listening service.
 */
export function createGatewayRoutes(
  context: ServiceContext,
  supervisor: DeploymentSupervisor,
  tokens: RuntimeTokens,
  toolCalls: ToolCallCounter,
): Hono {
  const getOrganizationId = createOrganizationLookup(context);
  const proxy = createGatewayProxy();
  const recordRequest = createRequestEventRecorder(context, supervisor.events);
  const limitConcurrency = createServerConcurrencyLimiter();
  const routes = new Hono<GatewayEnvironment>();
  let alreadySent: Response | undefined;

  const forwardRequest = async (c: GatewayContext, serverId: string): Promise<Response> => {
    const instance = supervisor.live(serverId);
    const port = instance?.port();
    if (!instance || port === undefined) throw createNotRunningProblem(context, serverId);
    const { incoming, outgoing } = c.env;
    // A GET opens an endless stream. A newer deployment does not wait for it.
    const endRequest = c.req.method === "GET" ? () => {} : instance.enter();
    const startedAt = performance.now();
    try {
      const inspector = createToolCallQuotaCheck(toolCalls, getOrganizationId(serverId));
      const forwarded = await proxy.forward({ incoming, outgoing, port, requestId: c.get("requestId"), inspector });
      recordRequest(instance.deploymentId, incoming.headers, forwarded, performance.now() - startedAt);
      alreadySent ??= (await import("../../http/nodeServer.ts")).createAlreadySentResponse();
      return alreadySent;
    } catch (error) {
      if (error instanceof NoServerResponseError) return toResponse(c, error);
      throw error;
    } finally {
      endRequest();
    }
  };

  routes.all("/mcp/:serverId", async (c) => {
    const serverId = c.req.param("serverId");
    await checkAccess(context, tokens, c, serverId);
    // The live instance is read after the wait for the limiter, because a newer deployment may have replaced it.
    return limitConcurrency(serverId, () => forwardRequest(c, serverId));
  });

  return new Hono().route("/", createDiscoveryRoutes(context, tokens)).route("/", routes);
}

/** Reads a server's organization once, because it never changes. */
function createOrganizationLookup({ db }: Pick<ServiceContext, "db">): (serverId: string) => string {
  const cached = new Map<string, string>();
  const sql = "SELECT p.organization_id FROM servers s JOIN projects p ON p.id = s.project_id WHERE s.id = ?";
  return (serverId) => {
    const organizationId =
      cached.get(serverId) ?? db.get(z.object({ organization_id: z.string() }), sql, serverId)?.organization_id;
    if (organizationId === undefined) throw new Error(`The server ${serverId} belongs to no organization.`);
    cached.set(serverId, organizationId);
    return organizationId;
  };
}

/** Throws 401 with the metadata URL of RFC 9728, from which a standard MCP client finds the token endpoint. */
async function checkAccess(context: ServiceContext, tokens: RuntimeTokens, c: GatewayContext, serverId: string) {
  const token = /^Bearer +(\S+)$/i.exec(c.req.header("Authorization") ?? "")?.[1];
  const rejection =
    token === undefined ? { refused: "A runtime token is required." } : await tokens.verify(token, serverId);
  if (rejection) {
    if (!serverExists(context, serverId)) throw new ServiceProblem("not_found", `There is no server "${serverId}".`);
    const error = token === undefined ? "" : `, error="invalid_token", error_description="${rejection.refused}"`;
    const challenge = `Bearer resource_metadata="${getProtectedResourceMetadataUrl(context.baseUrl(), serverId)}"${error}`;
    throw new ServiceProblem("unauthenticated", rejection.refused, { headers: { "WWW-Authenticate": challenge } });
  }
  if (!methods.includes(c.req.method)) {
    const Allow = methods.join(", ");
    throw new ServiceProblem("method_not_allowed", `A deployed server supports ${Allow}.`, { headers: { Allow } });
  }
  const type = c.req.header("Content-Type")?.split(";", 1)[0]?.trim().toLowerCase();
  // Browsers send other media types to any host without a preflight request.
  if (c.req.method === "POST" && type !== "application/json")
    throw new ServiceProblem("unsupported_media_type", "The body must be application/json.");
}

function createNotRunningProblem(context: ServiceContext, serverId: string): ServiceProblem {
  if (!serverExists(context, serverId)) return new ServiceProblem("not_found", `There is no server "${serverId}".`);
  return createRetryLaterProblem("This server is not running right now. Check its deployments for the cause.");
}

function serverExists(context: ServiceContext, serverId: string): boolean {
  return context.db.get(idRow, "SELECT id FROM servers WHERE id = ?", serverId) !== undefined;
}

function toResponse(c: GatewayContext, error: NoServerResponseError): Response {
  if (error.status === 413) throw new ServiceProblem("too_large", error.message, { cause: error });
  if (error.status === 503) throw createRetryLaterProblem(error.message, error);
  const { status, message: detail } = error;
  const problem = { type: "about:blank", title: "Bad gateway", status, detail, code: "bad_gateway" };
  return c.body(JSON.stringify({ ...problem, requestId: c.get("requestId") }), status, {
    "Content-Type": "application/problem+json",
  });
}
