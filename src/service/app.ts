import { Hono } from "hono";
import type { Operation } from "../contract/operation.ts";
import { operationNames } from "../contract/operationNames.ts";
import { operationTable } from "../contract/operations.ts";
import type { OperationHandlers, ServiceContext } from "./context.ts";
import { createHostCheck } from "./http/hostCheck.ts";
import type { HttpEnvironment } from "./http/httpEnvironment.ts";
import { createOperationRoute } from "./http/operationRoute.ts";
import { createOriginCheck } from "./http/originCheck.ts";
import { createRateLimiter, defaultRateLimit, type RateLimit } from "./http/rateLimiter.ts";
import { requestBodyLimit } from "./http/requestBody.ts";
import { createRequestIdMiddleware } from "./http/requestId.ts";
import { createProblemResponse, ServiceProblem } from "./http/serviceProblem.ts";

export type ServiceApp = Hono<HttpEnvironment>;

interface Extras {
  /** Routes with rules of their own for who may call: the gateway, the editor's local door. */
  readonly routes?: readonly Hono[];
  readonly rateLimit?: RateLimit;
  readonly bodyLimit?: number;
}

/** The service as a function from request to answer; nothing listens here. */
export function createServiceApp(
  context: ServiceContext,
  handlers: OperationHandlers,
  extras: Extras = {},
): ServiceApp {
  const app: ServiceApp = new Hono();
  app.use(
    createRequestIdMiddleware(context.newId),
    createHostCheck(context.baseUrl),
    createOriginCheck(context.baseUrl),
  );
  const parts = {
    context,
    limiter: createRateLimiter(extras.rateLimit ?? defaultRateLimit, context.clock),
    bodyLimit: extras.bodyLimit ?? requestBodyLimit,
  };
  for (const name of operationNames) {
    const { method, path } = operationTable[name];
    app.on(method, path, createOperationRoute(parts, name, handlers));
  }
  for (const [path, methods] of methodsByPath()) {
    app.all(path, () => {
      throw new ServiceProblem("method_not_allowed", `${path} knows ${methods}.`, { headers: { Allow: methods } });
    });
  }
  for (const routes of extras.routes ?? []) app.route("/", routes);
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
    const known = found.get(path);
    found.set(path, known === undefined ? method : `${known}, ${method}`);
  }
  return found;
}
