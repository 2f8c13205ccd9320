import { createHash, timingSafeEqual } from "node:crypto";
import { Hono } from "hono";
import * as z from "zod";
import { issueOwnerKey } from "../auth/owner.ts";
import type { ServiceContext } from "../context.ts";
import { parseJsonBody } from "../http/parseOperationInput.ts";
import { readRequestBody } from "../http/requestBody.ts";
import { ServiceProblem } from "../http/serviceProblem.ts";

/** What the same user's editor may do without an API key: it proves itself by the token that lies in the data folder. */
export interface ControlApi {
  readonly control: string;
  /** A window needs the service until the answer is called. */
  hold(): () => void;
  stop(): void;
}

const keyOrder = z.strictObject({ name: z.string().trim().min(1).max(100).default("Editor") });
const heartbeatMs = 10_000;
const bodyLimit = 4096;

export function createControlRoutes(context: ServiceContext, door: ControlApi): Hono {
  const routes = new Hono();
  routes.use("/local/*", async (c, next) => {
    if (c.req.header("Origin") !== undefined)
      throw new ServiceProblem("forbidden", "Requests from web pages are refused.");
    if (!isControl(c.req.header("Authorization"), door.control)) {
      throw new ServiceProblem("unauthenticated", "This door is for the editor of the service's own user.", {
        headers: { "WWW-Authenticate": 'Bearer realm="fairlead-local"' },
      });
    }
    await next();
  });
  routes.get("/local/status", (c) => c.json({ pid: process.pid }));
  routes.get("/local/lease", (c) =>
    c.body(lease(door), 200, { "Content-Type": "text/plain", "Cache-Control": "no-store" }),
  );
  routes.post("/local/key", async (c) => {
    const order = keyOrder.safeParse(parseJsonBody(await readRequestBody(c.req.raw, "json", bodyLimit)));
    if (!order.success) throw new ServiceProblem("invalid_request", "Give the key a name of 1 to 100 characters.");
    return c.json({ key: issueOwnerKey(context, order.data.name) }, 201, { "Cache-Control": "no-store" });
  });
  routes.post("/local/stop", (c) => {
    door.stop();
    return c.body(null, 202);
  });
  return routes;
}

function isControl(header: string | undefined, control: string): boolean {
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(header ?? ""), hash(`Bearer ${control}`));
}

/** Lasts as long as the window: when it is closed, reloaded or crashes, its socket ends and the lease with it. */
function lease(door: ControlApi): ReadableStream<Uint8Array> {
  const release = door.hold();
  let beat: NodeJS.Timeout | undefined;
  return new ReadableStream<Uint8Array>({
    start: (controller) => {
      const line = new TextEncoder().encode("\n");
      controller.enqueue(line);
      beat = setInterval(() => controller.enqueue(line), heartbeatMs);
    },
    cancel: () => {
      clearInterval(beat);
      release();
    },
  });
}
