import type { MiddlewareHandler } from "hono";
import type { NewId } from "../ids.ts";
import type { HttpEnvironment } from "./environment.ts";

/** Every answer names its request, so that a user's report leads to the line in the log. */
export function requestId(newId: NewId): MiddlewareHandler<HttpEnvironment> {
  return async (c, next) => {
    const id = newId("req_");
    c.set("requestId", id);
    await next();
    // The gateway answers by itself, with this header; a response made anew from its mark would be sent a second time.
    if (!c.res.headers.has("x-hono-already-sent")) c.header("X-Request-Id", id);
  };
}
