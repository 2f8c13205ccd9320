import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono, type HonoRequest, type MiddlewareHandler } from "hono";
import * as z from "zod";
import { listenMethod } from "../../../contract/mcp/heldStream.ts";
import { upstreamProtocol } from "../../../contract/mcp/upstreamExchange.ts";
import { isServerArchived } from "../../archive/archivedState.ts";
import { hasKeyScope } from "../../auth/apiKeys.ts";
import type { ServiceContext } from "../../context.ts";
import type { HttpEnvironment } from "../../http/httpEnvironment.ts";
import { createRetryLaterProblem, ServiceProblem } from "../../http/serviceProblem.ts";
import { observeRequests } from "../../telemetry/observeRequests.ts";
import type { Telemetry } from "../../telemetry/telemetry.ts";
import { listCalledTools } from "../../usage/serverToolCalls.ts";
import type { ToolCallCounter } from "../../usage/toolCallCounter.ts";
import type { DeploymentInstance, InstanceUse } from "../lifecycle/deploymentInstance.ts";
import type { DeploymentSupervisor } from "../lifecycle/deploymentSupervisor.ts";
import { createCallRecorder } from "../recording/recordForwarding.ts";
import { checkGatewayAccess, serverExists } from "./checkGatewayAccess.ts";
import {
  createGatewayProxy,
  type Forward,
  type ForwardedCall,
  NoServerResponseError,
  type ProxiedRequest,
} from "./gatewayProxy.ts";
import { createRequestEventRecorder, describeMcpCall, readMcpCall } from "./requestEventRecorder.ts";
import { createResponseWatch, type ResponseWatch } from "./responseWatch.ts";
import type { RuntimeTokens } from "./runtimeTokens.ts";
import { readServerAddress } from "./serverAddress.ts";
import { createServerConcurrencyLimiter } from "./serverConcurrencyLimiter.ts";
import { serveSkills } from "./serveSkills.ts";
import { ToolCallScanner } from "./toolCallScanner.ts";

// One request to a server passes these steps, from top to bottom of this file:
//
//   observeServerRequests   opens its span: telemetry/observeRequests.ts
//   checkGatewayAccess      checks its token, its method and its media type: checkGatewayAccess.ts
//   limitConcurrency        waits for its turn among the requests of its server: serverConcurrencyLimiter.ts
//   useLiveServer           finds its process, which runs until the request has ended: lifecycle/deploymentInstance.ts
//   countToolCalls          rejects the calls beyond the organization's limit, and counts the others
//   reportRequest           saves its event, and describes its span: requestEventRecorder.ts
//   watchResponse           ends a stream that its caller may no longer receive: responseWatch.ts
//   addHeaders              names the span, offers to hold a stream, says whether the caller may see exchanges
//   createCallRecorder      saves the traces of a deployment that is being recorded: recording/recordForwarding.ts
//   serveSkills             serves the skills of a version whose server does not: serveSkills.ts
//   createGatewayProxy      sends it to the process: gatewayProxy.ts

type GatewayEnvironment = HttpEnvironment & { Bindings: HttpBindings };
type GatewayContext = Context<GatewayEnvironment>;

/** A request that may be forwarded. */
interface GatewayRequest {
  readonly c: GatewayContext;
  readonly serverId: string;
  /** The version of the preview that it is for; undefined: it is for the live deployment. */
  readonly preview: string | undefined;
  readonly token: string;
  /** On the clock of `performance.now()`. */
  readonly startedAt: number;
}

/** A request, and the instance and its process that it goes to. */
interface GatewayTarget extends GatewayRequest {
  readonly deploymentId: string;
  readonly instance: DeploymentInstance;
  readonly use: InstanceUse & { readonly kind: "ready" };
}

/** Does its part before and after the next step. */
type Step = (target: GatewayTarget, call: ForwardedCall, next: Forward) => Promise<ProxiedRequest>;

const route = "/mcp/:address";
/** The status, in telemetry, of a request whose client did not wait for the response. */
const clientClosedRequest = 499;

/**
 * The only access to deployed servers: `/mcp/<serverId>`, or `/mcp/<serverId>@<version>` for a preview, with a runtime token of that server. It uses Node's own request and
 * response, because web streams cost several times as much, and therefore needs a listening service.
 */
export function createGatewayRoutes(
  context: ServiceContext,
  supervisor: DeploymentSupervisor,
  tokens: RuntimeTokens,
  toolCalls: ToolCallCounter,
): Hono {
  const { telemetry } = context;
  const responses = createResponseWatch(context.db, supervisor);
  const limitConcurrency = createServerConcurrencyLimiter();
  const forwardThroughSteps = chainSteps(
    [
      countToolCalls(context, toolCalls),
      reportRequest(context, supervisor),
      watchResponse(tokens, responses),
      addHeaders(context, tokens, responses),
      createCallRecorder({ context, tokens, recordings: supervisor.recordings }),
      serveSkills,
    ],
    createGatewayProxy(),
  );
  const routes = new Hono<GatewayEnvironment>();
  if (telemetry) routes.use(route, observeServerRequests(telemetry));
  routes.all(route, async (c) => {
    const address = c.req.param("address");
    const { serverId, version: preview } = readServerAddress(address);
    const token = await checkGatewayAccess(context, tokens, c.req, address);
    // Before the check the id may be any text.
    c.set("observed", { "fairlead.server.id": serverId });
    const request = { c, serverId, preview, token, startedAt: performance.now() };
    // The live instance is read after the wait for the limiter, because a newer deployment may have replaced it.
    return limitConcurrency(serverId, () => useLiveServer(context, supervisor, request, forwardThroughSteps));
  });
  return new Hono().route("/", routes);
}

/** Whether a request opens a stream without an end. A newer deployment does not wait for it. */
const isEndless = (request: HonoRequest): boolean =>
  request.method === "GET" || request.header("Mcp-Method") === listenMethod;

/** Records each request as a span, but not the endless streams. */
function observeServerRequests(telemetry: Telemetry): MiddlewareHandler<HttpEnvironment> {
  const observe = observeRequests(telemetry, "mcp", { "http.route": route });
  return (c, next) => (isEndless(c.req) ? next() : observe(c, next));
}

/** Lets the service and the live server of a request run until the request has ended. */
async function useLiveServer(
  context: ServiceContext,
  supervisor: DeploymentSupervisor,
  request: GatewayRequest,
  send: (target: GatewayTarget) => Promise<Response>,
): Promise<Response> {
  const endUse = context.useRuntime();
  try {
    const target = await findLiveServer(context, supervisor, request);
    return await send(target).finally(target.use.end);
  } finally {
    endUse();
  }
}

/** Uses the instance that is live. A request that waits for its start goes to the one that replaces it meanwhile. */
async function findLiveServer(
  context: ServiceContext,
  { find }: DeploymentSupervisor,
  request: GatewayRequest,
): Promise<GatewayTarget> {
  const { c, serverId, preview } = request;
  for (;;) {
    const instance = find(serverId, preview);
    if (!instance && preview !== undefined)
      throw new ServiceProblem("not_found", `There is no preview of version ${preview}. Deploy it as a preview first.`);
    if (!instance) throw createNotRunningProblem(context, serverId);
    const use = await instance.use({ isEndless: isEndless(c.req) });
    if (use.kind === "ready") return { ...request, deploymentId: instance.deploymentId, instance, use };
    if (find(serverId, preview) === instance)
      throw createNotRunningProblem(context, serverId, notReadyMessages[use.kind]);
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

/** Sends a request through the steps in their order. The response goes to Node's own response, if the server sends one. */
function chainSteps(steps: readonly Step[], forward: Forward): (target: GatewayTarget) => Promise<Response> {
  let alreadySent: Response | undefined;
  return async (target) => {
    const { c, use } = target;
    const { incoming, outgoing } = c.env;
    const first = steps.reduceRight<Forward>((next, step) => (call) => step(target, call, next), forward);
    try {
      await first({ incoming, outgoing, endpoint: use.endpoint, requestId: c.get("requestId") });
    } catch (error) {
      if (error instanceof NoServerResponseError) return toResponse(c, error);
      throw error;
    }
    alreadySent ??= (await import("../../http/nodeServer.ts")).createAlreadySentResponse();
    return alreadySent;
  };
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

/**
 * Counts the tool calls of a request, in its body and not in the header, because a server may use either. Rejects those beyond the
 * organization's limit before the server has the whole body.
 */
function countToolCalls(context: ServiceContext, toolCalls: ToolCallCounter): Step {
  const getOrganizationId = createOrganizationLookup(context);
  return async ({ serverId, deploymentId }, call, next) => {
    const organizationId = getOrganizationId(serverId);
    const scanner = new ToolCallScanner();
    let counted = 0;
    const inspect = (bytes: Buffer) => {
      const calls = scanner.scan(bytes);
      counted += calls;
      if (calls > 0) toolCalls.consume(organizationId, calls);
    };
    // The calls of a batch are counted together or not at all.
    const buffersBody = toolCalls.isLimitNear(organizationId);
    const forwarded = await next({ ...call, buffersBody, inspectors: [inspect] });
    const status = forwarded.status ?? clientClosedRequest;
    if (status < 400) {
      const tools = listCalledTools(call.incoming.headers, forwarded.body);
      for (const tool of tools) toolCalls.countTools({ serverId, deploymentId, tool, calls: 1 });
      // A body that was not read whole has more calls than names.
      const unnamed = counted - tools.length;
      if (unnamed > 0) toolCalls.countTools({ serverId, deploymentId, tool: "", calls: unnamed });
    }
    const attributes = { "fairlead.server.id": serverId, "http.response.status_code": status };
    context.telemetry?.add("fairlead.tool_calls", counted, attributes);
    return forwarded;
  };
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

/** Saves a request as an event of its deployment, and describes it in its span. */
function reportRequest(context: ServiceContext, { events }: DeploymentSupervisor): Step {
  const recordEvent = createRequestEventRecorder(context, events);
  return async ({ c, serverId, deploymentId, startedAt }, call, next) => {
    const forwarded = await next(call);
    const { status, body } = forwarded;
    c.set("observed", { status: status ?? clientClosedRequest, "fairlead.server.id": serverId });
    const mcpCall = readMcpCall(call.incoming.headers, body);
    if (!mcpCall) return forwarded;
    recordEvent(deploymentId, mcpCall, status, performance.now() - startedAt);
    const span = c.get("span");
    if (span) describeMcpCall(span, mcpCall);
    return forwarded;
  };
}

/** Watches the response while it is open. */
function watchResponse(tokens: RuntimeTokens, responses: ResponseWatch): Step {
  return ({ c, serverId, preview, token, instance }, call, next) =>
    next({
      ...call,
      onResponse: (response) => {
        const isAllowed = async () => (await tokens.verify(token, serverId)) === undefined;
        return responses.watch({ serverId, preview, instance, response, isAllowed, isEndless: isEndless(c.req) });
      },
    });
}

/** Sets the headers of the gateway itself. */
function addHeaders(context: ServiceContext, tokens: RuntimeTokens, responses: ResponseWatch): Step {
  return async ({ c, serverId, token }, call, next) => {
    const asksForExchanges = c.req.header(upstreamProtocol.access) !== undefined;
    const keyId = asksForExchanges ? await tokens.findKeyId(token) : undefined;
    // Agents with a key for calls only must not see what a server exchanges with its API.
    const maySee = keyId !== undefined && hasKeyScope(context, keyId, "read");
    const access = maySee && { [upstreamProtocol.access]: "1" };
    return next({
      ...call,
      addedHeaders: { ...c.get("span")?.headers, ...responses.offerStream(serverId), ...access },
    });
  };
}
