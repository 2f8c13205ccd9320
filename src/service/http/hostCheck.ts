import type { MiddlewareHandler } from "hono";
import { ServiceProblem } from "./serviceProblem.ts";

/** Prevents DNS rebinding: a page that resolves its name to this machine still sends that name as `Host`. */
export function createHostCheck(baseUrl: () => string): MiddlewareHandler {
  return async (c, next) => {
    const host = (c.req.header("Host") ?? new URL(c.req.url).host).toLowerCase();
    if (!listServiceHosts(baseUrl()).includes(host)) {
      throw new ServiceProblem("forbidden", "The service accepts requests to this machine's loopback address only.");
    }
    await next();
  };
}

/** The `Host` values of requests to the service at `baseUrl`. */
export function listServiceHosts(baseUrl: string): readonly string[] {
  const { port } = new URL(baseUrl);
  const suffix = port === "" ? "" : `:${port}`;
  return [`127.0.0.1${suffix}`, `localhost${suffix}`, `[::1]${suffix}`];
}
