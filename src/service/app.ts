import { Hono } from "hono";
import type { Operation } from "../contract/operation.ts";
import { operationNames } from "../contract/operationNames.ts";
import { operations } from "../contract/operations.ts";
import type { Handlers, ServiceContext } from "./context.ts";
import { hostCheck } from "./http/hostCheck.ts";
import type { HttpEnvironment } from "./http/httpEnvironment.ts";
import { operationRoute } from "./http/operationRoute.ts";
import { originCheck } from "./http/originCheck.ts";
import { createRateLimiter, defaultRateLimit, type RateLimit } from "./http/rateLimiter.ts";
import { bodyLimit } from "./http/requestBody.ts";
import { requestId } from "./http/requestId.ts";
import { problemResponse, ServiceProblem } from "./http/serviceProblem.ts";

export type App = Hono<HttpEnvironment>;

interface Extras {
  /** Routes with rules of their own for who may call: the gateway, the editor's local door. */
  readonly routes?: readonly Hono[];
  readonly rateLimit?: RateLimit;
  readonly bodyLimit?: number;
}

/** The service as a function from request to answer; nothing listens here. */
export function createApp(context: ServiceContext, handlers: Handlers, extras: Extras = {}): App {
  const app: App = new Hono();
  app.use(requestId(context.newId), hostCheck(context.baseUrl), originCheck(context.baseUrl));
  const parts = {
    context,
    limiter: createRateLimiter(extras.rateLimit ?? defaultRateLimit, context.clock),
    bodyLimit: extras.bodyLimit ?? bodyLimit,
  };
  for (const name of operationNames) {
    const { method, path } = operations[name];
    app.on(method, path, operationRoute(parts, name, handlers));
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
    return problemResponse(error, id);
  });
  return app;
}

function methodsByPath(): Map<string, string> {
  const found = new Map<string, string>();
  for (const { path, method } of Object.values<Operation>(operations)) {
    const known = found.get(path);
    found.set(path, known === undefined ? method : `${known}, ${method}`);
  }
  return found;
}
