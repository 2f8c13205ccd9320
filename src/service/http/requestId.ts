import type { MiddlewareHandler } from "hono";
import type { IdGenerator } from "../storage/idGenerator.ts";
import type { HttpEnvironment } from "./httpEnvironment.ts";

/** Every answer names its request, so that a user's report leads to the line in the log. */
export function createRequestIdMiddleware(newId: IdGenerator): MiddlewareHandler<HttpEnvironment> {
  return async (c, next) => {
    const id = newId("req_");
    c.set("requestId", id);
    // Set first, so that the answer is made with it: a header added to an answer makes the whole answer anew.
    c.header("X-Request-Id", id);
    await next();
  };
}
