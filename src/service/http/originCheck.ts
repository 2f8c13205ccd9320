import type { MiddlewareHandler } from "hono";
import { listServiceHosts } from "./hostCheck.ts";
import { ServiceProblem } from "./serviceProblem.ts";

/** Rejects requests from web pages of other origins. The service sends no CORS headers. */
export function createOriginCheck(baseUrl: () => string): MiddlewareHandler {
  return async (c, next) => {
    const origin = c.req.header("Origin");
    if (
      origin !== undefined &&
      !listServiceHosts(baseUrl()).some((host) => origin.toLowerCase() === `http://${host}`)
    ) {
      throw new ServiceProblem("forbidden", "The service rejects requests from web pages.");
    }
    await next();
  };
}
