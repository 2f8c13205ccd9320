import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono } from "hono";
import * as z from "zod";
import { upstreamProtocol } from "../../../contract/mcp/upstreamExchange.ts";
import { isServerArchived } from "../../archive/isServerArchived.ts";
import { hasKeyScope } from "../../auth/apiKeys.ts";
import type { ServiceContext } from "../../context.ts";
import { getProtectedResourceMetadataUrl } from "../../grants/metadataRoutes.ts";
import type { HttpEnvironment } from "../../http/httpEnvironment.ts";
import { ServiceProblem } from "../../http/serviceProblem.ts";
import { idRow } from "../../storage/rows/storedRow.ts";
import { type CountedToolCalls, listCalledTools } from "../../usage/serverToolCalls.ts";
import type { ToolCallCounter } from "../../usage/toolCallCounter.ts";
import type { DeploymentInstance, InstanceUse } from "../lifecycle/deploymentInstance.ts";
import type { DeploymentSupervisor } from "../lifecycle/deploymentSupervisor.ts";
import { createRecordedForward } from "../recording/recordForwarding.ts";
import { createGatewayProxy, type ForwardedCall, NoServerResponseError } from "./gatewayProxy.ts";
import { clientClosedRequest, describeMcpCall, isEndless, observeServerRequests } from "./observeServerRequests.ts";
import { createRequestEventRecorder, readMcpCall } from "./requestEventRecorder.ts";
import { createResponseWatch } from "./responseWatch.ts";
import { createRetryLaterProblem } from "./retryLaterProblem.ts";
import type { RuntimeTokens } from "./runtimeTokens.ts";
import { createServerConcurrencyLimiter } from "./serverConcurrencyLimiter.ts";
import { createToolCallQuotaCheck } from "./toolCallQuotaCheck.ts";

type GatewayEnvironment = HttpEnvironment & { Bindings: HttpBindings };
type GatewayContext = Context<GatewayEnvironment>;

/** A request that may be forwarded. */
interface GatewayRequest {
  readonly c: GatewayContext;
  readonly serverId: string;
  readonly token: string;
  /** On the clock of `performance.now()`. */
  readonly startedAt: number;
}

/** The instance and its process that a request goes to. */
interface UsedServer {
  readonly instance: DeploymentInstance;
  readonly use: InstanceUse & { readonly kind: "ready" };
}

const methods = ["POST", "GET", "DELETE"];
const route = "/mcp/:serverId";
const sessionHeader = "mcp-session-id";

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
  const { telemetry } = context;
  const getOrganizationId = createOrganizationLookup(context);
  const forward = createRecordedForward({ context, tokens, recordings: supervisor.recordings }, createGatewayProxy());
  const recordRequest = createRequestEventRecorder(context, supervisor.events);
  const limitConcurrency = createServerConcurrencyLimiter();
  const routes = new Hono<GatewayEnvironment>();
  const responses = createResponseWatch(context.db, supervisor);
  let alreadySent: Response | undefined;

  const forwardTo = async (
    { instance, use }: UsedServer,
    { c, serverId, token, startedAt }: GatewayRequest,
  ): Promise<Response> => {
    const { incoming, outgoing } = c.env;
    const { endpoint } = use;
    const onResponse: ForwardedCall["onResponse"] = (response) => {
      const sessionId = response.headers[sessionHeader];
      if (typeof sessionId === "string") use.saveSession(sessionId);
      const isAllowed = async () => (await tokens.verify(token, serverId)) === undefined;
      return responses.watch({ serverId, instance, response, isAllowed, isEndless: isEndless(c.req) });
    };
    try {
      const inspector = createToolCallQuotaCheck(toolCalls, getOrganizationId(serverId));
      const requestId = c.get("requestId");
      const span = c.get("span");
      const { status, body } = await forward(instance.deploymentId, token, {
        incoming,
        outgoing,
        endpoint,
        requestId,
        inspector,
        onResponse,
        addedHeaders: {
          ...span?.headers,
          ...responses.offerStream(serverId),
          ...(await createUpstreamHeaders(context, tokens, c, token)),
        },
      });
      const observed = { status: status ?? clientClosedRequest, "fairlead.server.id": serverId };
      c.set("observed", observed);
      const call = readMcpCall(incoming.headers, body);
      if (call) recordRequest(instance.deploymentId, call, status, performance.now() - startedAt);
      if (span && call) describeMcpCall(span, call);
      if (observed.status < 400) {
        const server = { serverId, deploymentId: instance.deploymentId };
        countTools(toolCalls, server, { tools: listCalledTools(incoming.headers, body), all: inspector.countCalls() });
      }
      telemetry?.add("fairlead.tool_calls", inspector.countCalls(), {
        "fairlead.server.id": serverId,
        "http.response.status_code": observed.status,
      });
      alreadySent ??= (await import("../../http/nodeServer.ts")).createAlreadySentResponse();
      return alreadySent;
    } catch (error) {
      if (error instanceof NoServerResponseError) return toResponse(c, error);
      throw error;
    } finally {
      use.end();
    }
  };

  const forwardRequest = async (request: GatewayRequest): Promise<Response> => {
    const endUse = context.useRuntime();
    try {
      return await forwardTo(await useLiveServer(context, supervisor, request), request);
    } finally {
      endUse();
    }
  };

  if (telemetry) routes.use(route, observeServerRequests(telemetry, route));
  routes.all(route, async (c) => {
    const serverId = c.req.param("serverId");
    const token = await checkAccess(context, tokens, c, serverId);
    // Before the check the id may be any text.
    c.set("observed", { "fairlead.server.id": serverId });
    // The live instance is read after the wait for the limiter, because a newer deployment may have replaced it.
    const startedAt = performance.now();
    return limitConcurrency(serverId, () => forwardRequest({ c, serverId, token, startedAt }));
  });

  return new Hono().route("/", routes);
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

/**
 * Returns the request's token. Throws 401 with the metadata URL of RFC 9728, from which a standard MCP client finds the token endpoint.
 */
async function checkAccess(
  context: ServiceContext,
  tokens: RuntimeTokens,
  c: GatewayContext,
  serverId: string,
): Promise<string> {
  const token = /^Bearer +(\S+)$/i.exec(c.req.header("Authorization") ?? "")?.[1] ?? "";
  const refused = token === "" ? "A runtime token is required." : (await tokens.verify(token, serverId))?.refused;
  if (refused !== undefined) {
    if (!serverExists(context, serverId)) throw new ServiceProblem("not_found", `There is no server "${serverId}".`);
    const error = token === "" ? "" : `, error="invalid_token", error_description="${refused}"`;
    const challenge = `Bearer resource_metadata="${getProtectedResourceMetadataUrl(context.baseUrl(), serverId)}"${error}`;
    throw new ServiceProblem("unauthenticated", refused, { headers: { "WWW-Authenticate": challenge } });
  }
  if (!methods.includes(c.req.method)) {
    const Allow = methods.join(", ");
    throw new ServiceProblem("method_not_allowed", `A deployed server supports ${Allow}.`, { headers: { Allow } });
  }
  // Browsers send other media types to any host without a preflight request.
  if (c.req.method === "POST" && !isPlainJson(c.req.header("Content-Type"), c.req.header("Content-Encoding")))
    throw new ServiceProblem("unsupported_media_type", "The body must be application/json in UTF-8, not compressed.");
  await tokens.recordUse(token);
  return token;
}

/** The header that lets a caller see what a server exchanges with its API: agents with a key for calls only must not. */
async function createUpstreamHeaders(
  context: ServiceContext,
  tokens: RuntimeTokens,
  c: GatewayContext,
  token: string,
): Promise<Record<string, string>> {
  if (c.req.header(upstreamProtocol.access) === undefined) return {};
  const keyId = await tokens.findKeyId(token);
  return keyId !== undefined && hasKeyScope(context, keyId, "read") ? { [upstreamProtocol.access]: "1" } : {};
}

/** Whether the gateway can read a body. Some servers also accept other encodings, in which it would miss tool calls. */
function isPlainJson(type = "", encoding = "identity"): boolean {
  return /^application\/json\s*(;\s*charset\s*=\s*"?utf-?8"?\s*)?;?$/i.test(type.trim()) && encoding === "identity";
}

/** Uses the instance that is live. A request that waits for its start goes to the one that replaces it meanwhile. */
async function useLiveServer(
  context: ServiceContext,
  { live }: DeploymentSupervisor,
  { c, serverId }: GatewayRequest,
): Promise<UsedServer> {
  for (;;) {
    const instance = live(serverId);
    if (!instance) throw createNotRunningProblem(context, serverId);
    const use = await instance.use({ sessionId: c.req.header(sessionHeader), isEndless: isEndless(c.req) });
    if (use.kind === "ready") return { instance, use };
    if (live(serverId) === instance) throw createNotRunningProblem(context, serverId, notReadyMessages[use.kind]);
  }
}

const notReadyMessages = {
  starting: "This server is still starting. Send the request again.",
  notStarted: "This server could not be started. Send the request again, and check its deployment for the cause.",
  notRunning: "This server is not running right now. Check its deployments for the cause.",
} as const satisfies Record<Exclude<InstanceUse["kind"], "ready">, string>;

function createNotRunningProblem(
  context: ServiceContext,
  serverId: string,
  message: string = notReadyMessages.notRunning,
): ServiceProblem {
  if (!serverExists(context, serverId)) return new ServiceProblem("not_found", `There is no server "${serverId}".`);
  if (isServerArchived(context, serverId))
    return new ServiceProblem("conflict", "This server is archived. Restore it and start it to call it.");
  return createRetryLaterProblem(message);
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

/** Counts calls by their tools; a body that was not read whole has more calls than names. */
function countTools(
  toolCalls: ToolCallCounter,
  server: Pick<CountedToolCalls, "serverId" | "deploymentId">,
  { tools, all }: { readonly tools: readonly string[]; readonly all: number },
): void {
  for (const tool of tools) toolCalls.countTools({ ...server, tool, calls: 1 });
  if (all > tools.length) toolCalls.countTools({ ...server, tool: "", calls: all - tools.length });
}
