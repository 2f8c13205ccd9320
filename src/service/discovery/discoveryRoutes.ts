import { type Context, Hono } from "hono";
import { authenticateRequest, checkScope } from "../auth/authenticateRequest.ts";
import { requireOwner } from "../auth/owner.ts";
import type { ServiceContext } from "../context.ts";
import { isPublicRequest } from "../http/entrance.ts";
import { ServiceProblem } from "../http/serviceProblem.ts";
import {
  listRegistryServers,
  listServerCards,
  listServerVersions,
  readServerCard,
  readServerVersion,
  serverCardType,
} from "./serverRegistry.ts";
import { createSkillIndex } from "./skillIndex.ts";

/**
 * Who reads the registry by the field's protocols: callers with a key, or, on this machine alone, everyone. Programs such as an editor's
 * gallery have no way to send a key.
 */
export type DiscoveryAccess = "keys" | "local";

/**
 * The MCP registry API v0.1, Server Cards and Agent Skills Discovery 0.2.0, which only read: what the registry of one organization lists, and nothing
 * else.
 */
export function createDiscoveryRoutes(context: ServiceContext, access: DiscoveryAccess): Hono {
  const organizationOf = (c: Context): string => {
    const header = c.req.header("Authorization");
    // A program that sends a wrong key is told so.
    const isOpen = access === "local" && !isPublicRequest(c) && header === undefined;
    if (isOpen) return requireOwner(context).organization_id;
    const caller = authenticateRequest(context, header, c.req.header("Fairlead-Organization"));
    checkScope(caller, "read");
    return caller.organizationId;
  };
  const skills = createSkillIndex(context);
  const routes = new Hono();
  routes.get("/v0.1/servers", (c) => c.json(listRegistryServers(context, organizationOf(c), c.req.query())));
  routes.get("/v0.1/servers/:name/versions", (c) =>
    c.json(listServerVersions(context, organizationOf(c), c.req.param("name"))),
  );
  routes.get("/v0.1/servers/:name/versions/:version", (c) =>
    c.json(readServerVersion(context, organizationOf(c), c.req.param("name"), c.req.param("version"))),
  );
  routes.get("/.well-known/ai-catalog.json", (c) => {
    const catalog = JSON.stringify(listServerCards(context, organizationOf(c)));
    return c.body(catalog, 200, { "Content-Type": "application/ai-catalog+json" });
  });
  routes.get("/mcp/:serverId/server-card", (c) => {
    const card = JSON.stringify(readServerCard(context, organizationOf(c), c.req.param("serverId")));
    return c.body(card, 200, { "Content-Type": serverCardType });
  });
  routes.get("/.well-known/agent-skills/index.json", async (c) => c.json(await skills.list(organizationOf(c))));
  routes.get("/.well-known/agent-skills/:file", async (c) => {
    const archive = await skills.read(organizationOf(c), c.req.param("file"));
    if (!archive) throw new ServiceProblem("not_found", `There is no skill at ${c.req.path}.`);
    return c.body(archive, 200, { "Content-Type": "application/gzip" });
  });
  return routes;
}
