import type { MiddlewareHandler } from "hono";
import type { NewId } from "../ids.ts";
import type { HttpEnvironment } from "./environment.ts";

/** Every answer names its request, so that a user's report leads to the line in the log. */
export function requestId(newId: NewId): MiddlewareHandler<HttpEnvironment> {
  return async (c, next) => {
    const id = newId("req_");
    c.set("requestId", id);
    await next();
    c.header("X-Request-Id", id);
  };
}
