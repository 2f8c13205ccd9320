import { Hono } from "hono";

/**
 * For load balancers and Kubernetes: `/healthz` while the process answers, `/readyz` while it can do its work and is not about to stop.
 * They say nothing else, so they need no key and no certain `Host`.
 */
export function createHealthRoutes(isReady: () => boolean): Hono {
  const routes = new Hono();
  const headers = { "Cache-Control": "no-store" };
  routes.get("/healthz", (c) => c.text("ok", 200, headers));
  routes.get("/readyz", (c) => (isReady() ? c.text("ready", 200, headers) : c.text("not ready", 503, headers)));
  return routes;
}
