import type { MiddlewareHandler } from "hono";
import { listServiceHosts } from "./hostCheck.ts";
import { ServiceProblem } from "./serviceProblem.ts";

/** Web pages of others get nothing, whatever they know: no CORS header is ever sent, and their requests have no effect. */
export function createOriginCheck(baseUrl: () => string): MiddlewareHandler {
  return async (c, next) => {
    const origin = c.req.header("Origin");
    if (
      origin !== undefined &&
      !listServiceHosts(baseUrl()).some((host) => origin.toLowerCase() === `http://${host}`)
    ) {
      throw new ServiceProblem("forbidden", "Requests from web pages are refused.");
    }
    await next();
  };
}
