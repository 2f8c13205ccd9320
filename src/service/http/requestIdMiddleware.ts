import type { MiddlewareHandler } from "hono";
import type { IdGenerator } from "../storage/idGenerator.ts";
import type { HttpEnvironment } from "./httpEnvironment.ts";

/** Every response contains its request id, so that a user's report leads to the line in the log. */
export function createRequestIdMiddleware(newId: IdGenerator): MiddlewareHandler<HttpEnvironment> {
  return async (c, next) => {
    const id = newId("req_");
    c.set("requestId", id);
    // The header is set first, because adding one to a finished response copies the whole response.
    c.header("X-Request-Id", id);
    await next();
  };
}
