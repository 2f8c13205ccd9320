import { Hono, type MiddlewareHandler } from "hono";
import type { Operation } from "../contract/operation.ts";
import { isOperationName } from "../contract/operationNames.ts";
import { operationTable } from "../contract/operations.ts";
import { type RouteName, routeTable } from "../contract/routes/routeTable.ts";
import { createAuditMiddleware } from "./audit/auditRequests.ts";
import type { OperationHandlers, OperationPreparations, ServiceContext } from "./context.ts";
import { createEntranceCheck, type PublicAddress } from "./http/entrance.ts";
import type { HttpEnvironment } from "./http/httpEnvironment.ts";
import { createOperationRoute } from "./http/operationRoute.ts";
import { createRateLimiter, defaultRateLimit, type RateLimit } from "./http/rateLimiter.ts";
import { requestBodyLimit } from "./http/requestBody.ts";
import { createProblemResponse, ServiceProblem } from "./http/serviceProblem.ts";
import type { IdGenerator } from "./storage/idGenerator.ts";
import { observeRequests } from "./telemetry/observeRequests.ts";

export type ServiceApp = Hono<HttpEnvironment>;

interface ServiceAppOptions {
  /** Routes that check access themselves: the gateway, OAuth pages, the control API. */
  readonly routes?: readonly Hono[];
  readonly rateLimit?: RateLimit;
  readonly bodyLimit?: number;
  readonly preparations?: OperationPreparations;
  /** How other machines reach the service. */
  readonly publicAddress?: PublicAddress | undefined;
  /** Whether the service can do its work. */
  readonly isReady?: () => boolean;
}

/** The service as a function from request to response. It does not listen on a port. */
export function createServiceApp(
  context: ServiceContext,
  handlers: OperationHandlers<RouteName>,
  options: ServiceAppOptions = {},
): ServiceApp {
  const app: ServiceApp = new Hono();
  app.route("/", createHealthRoutes(options.isReady ?? (() => true)));
  const { audit } = context;
  app.use(createRequestIdMiddleware(context.newId));
  app.use(cancelUnreadBody);
  if (audit) app.use(createAuditMiddleware(context, audit));
  app.use(createEntranceCheck(context.localUrl, options.publicAddress));
  const routeOptions = {
    context,
    limiter: createRateLimiter(options.rateLimit ?? defaultRateLimit, context.clock),
    bodyLimit: options.bodyLimit ?? requestBodyLimit,
    preparations: options.preparations ?? {},
  };
  for (const name of Object.keys(routeTable) as RouteName[]) {
    if (name === "audit.list" && !audit) continue;
    const { method, path } = routeTable[name];
    if (context.telemetry && isOperationName(name)) {
      const attributes = { "http.route": path, "fairlead.operation": name };
      app.on(method, path, observeRequests(context.telemetry, name, attributes));
    }
    app.on(method, path, createOperationRoute(routeOptions, name, handlers));
  }
  for (const [path, methods] of methodsByPath()) {
    app.all(path, () => {
      throw new ServiceProblem("method_not_allowed", `${path} supports ${methods}.`, { headers: { Allow: methods } });
    });
  }
  for (const routes of options.routes ?? []) app.route("/", routes);
  app.notFound((c) => {
    throw new ServiceProblem("not_found", `There is nothing at ${c.req.path}.`);
  });
  app.onError((error, c) => {
    const id = c.get("requestId");
    if (!(error instanceof ServiceProblem)) context.log("error", `${id} ${c.req.method} ${c.req.path}: ${error.stack}`);
    return createProblemResponse(error, id);
  });
  return app;
}

function methodsByPath(): Map<string, string> {
  const found = new Map<string, string>();
  for (const { path, method } of Object.values<Operation>(operationTable)) {
    const methods = found.get(path);
    found.set(path, methods === undefined ? method : `${methods}, ${method}`);
  }
  return found;
}

/**
 * For load balancers and Kubernetes: `/healthz` while the process answers, `/readyz` while it can do its work and is not about to stop.
 * They say nothing else, so they need no key and no certain `Host`.
 */
function createHealthRoutes(isReady: () => boolean): Hono {
  const routes = new Hono();
  const headers = { "Cache-Control": "no-store" };
  routes.get("/healthz", (c) => c.text("ok", 200, headers));
  routes.get("/readyz", (c) => (isReady() ? c.text("ready", 200, headers) : c.text("not ready", 503, headers)));
  return routes;
}

/** Every response contains its request id, so that a user's report leads to the line in the log. */
function createRequestIdMiddleware(newId: IdGenerator): MiddlewareHandler<HttpEnvironment> {
  return async (c, next) => {
    const id = newId("req_");
    c.set("requestId", id);
    // The header is set first, because adding one to a finished response copies the whole response.
    c.header("X-Request-Id", id);
    await next();
  };
}

/** Hono answers HEAD by the route of GET and drops the body. A stream ends only when it is read or cancelled. */
const cancelUnreadBody: MiddlewareHandler<HttpEnvironment> = async (c, next) => {
  await next();
  if (c.req.method === "HEAD") await c.res.body?.cancel();
};
