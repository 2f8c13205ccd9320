import { createHash, timingSafeEqual } from "node:crypto";
import { type Context, Hono } from "hono";
import * as z from "zod";
import { issueOwnerKey } from "../auth/owner.ts";
import type { ServiceContext } from "../context.ts";
import type { BridgeGrants } from "../grants/bridgeGrants.ts";
import { isPublicRequest } from "../http/entrance.ts";
import { parseJsonBody } from "../http/parseOperationInput.ts";
import { readRequestBody } from "../http/requestBody.ts";
import { ServiceProblem } from "../http/serviceProblem.ts";

/** What the same user's editor may do without an API key. The token in the data folder authenticates it. */
export interface ControlApi {
  readonly control: string;
  /** A window needs the service until it calls the returned function. */
  acquireLease(): () => void;
  /** What keeps the service running. */
  readUse(): ServiceUse;
  stop(): void;
}

export interface ServiceUse {
  readonly windows: number;
  /** An agent uses a server, or did so in the last minutes. */
  readonly isUsedByAgents: boolean;
}

const createKeySchema = z.strictObject({ name: z.string().trim().min(1).max(100).default("Editor") });
const heartbeatMs = 10_000;
const bodyLimit = 4096;
const noStore = { "Cache-Control": "no-store" };

const deleteSchema = z.strictObject({ id: z.string().min(1).max(200) });

interface ControlledParts {
  /** Removes an archived project, server or skill for good. */
  readonly removeArchived: (id: string) => Promise<void>;
  readonly bridgeGrants: BridgeGrants;
}

export function createControlRoutes(
  context: ServiceContext,
  api: ControlApi,
  { removeArchived, bridgeGrants }: ControlledParts,
): Hono {
  const routes = new Hono();
  routes.use("/local/*", async (c, next) => {
    if (isPublicRequest(c)) throw new ServiceProblem("not_found", `There is nothing at ${c.req.path}.`);
    if (c.req.header("Origin") !== undefined)
      throw new ServiceProblem("forbidden", "The service rejects requests from web pages.");
    if (!hasControlToken(c.req.header("Authorization"), api.control)) {
      throw new ServiceProblem(
        "unauthenticated",
        "Only the editor of the service's own user may call the control API.",
        {
          headers: { "WWW-Authenticate": 'Bearer realm="fairlead-local"' },
        },
      );
    }
    await next();
  });
  routes.get("/local/status", (c) => c.json({ pid: process.pid, ...api.readUse() }));
  routes.get("/local/lease", (c) =>
    c.body(createLeaseStream(api), 200, { "Content-Type": "text/plain", "Cache-Control": "no-store" }),
  );
  const readBody = async (c: Context) => parseJsonBody(await readRequestBody(c.req.raw, "json", bodyLimit));
  routes.post("/local/key", async (c) => {
    const body = createKeySchema.safeParse(await readBody(c));
    if (!body.success) throw new ServiceProblem("invalid_request", "Give the key a name of 1 to 100 characters.");
    return c.json({ key: issueOwnerKey(context, body.data.name) }, 201, noStore);
  });
  routes.post("/local/grants", async (c) => c.json(bridgeGrants.create(await readBody(c)), 201));
  routes.post("/local/grants/token", async (c) =>
    c.json(await bridgeGrants.issueToken(await readBody(c)), 200, noStore),
  );
  routes.post("/local/delete", async (c) => {
    const body = deleteSchema.safeParse(await readBody(c));
    if (!body.success) throw new ServiceProblem("invalid_request", "Name the id of the archived item to delete.");
    await removeArchived(body.data.id);
    return c.body(null, 204);
  });
  routes.post("/local/stop", (c) => {
    api.stop();
    return c.body(null, 202);
  });
  return routes;
}

function hasControlToken(header: string | undefined, control: string): boolean {
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(header ?? ""), hash(`Bearer ${control}`));
}

/** A lease lasts as long as the window: when the window closes, reloads or crashes, its socket ends and so does the lease. */
function createLeaseStream(api: ControlApi): ReadableStream<Uint8Array> {
  const release = api.acquireLease();
  let heartbeat: NodeJS.Timeout | undefined;
  return new ReadableStream<Uint8Array>({
    start: (controller) => {
      const line = new TextEncoder().encode("\n");
      controller.enqueue(line);
      heartbeat = setInterval(() => controller.enqueue(line), heartbeatMs);
    },
    cancel: () => {
      clearInterval(heartbeat);
      release();
    },
  });
}
