import type { MiddlewareHandler } from "hono";
import { ServiceProblem } from "./serviceProblem.ts";

/** Against DNS rebinding: a browser page that made its name point at this machine still sends its own name as `Host`. */
export function createHostCheck(baseUrl: () => string): MiddlewareHandler {
  return async (c, next) => {
    const host = (c.req.header("Host") ?? new URL(c.req.url).host).toLowerCase();
    if (!listServiceHosts(baseUrl()).includes(host)) {
      throw new ServiceProblem("forbidden", "This service answers on this machine's loopback address only.");
    }
    await next();
  };
}

/** The names under which the service at `baseUrl` may be called. */
export function listServiceHosts(baseUrl: string): readonly string[] {
  const { port } = new URL(baseUrl);
  const suffix = port === "" ? "" : `:${port}`;
  return [`127.0.0.1${suffix}`, `localhost${suffix}`, `[::1]${suffix}`];
}
