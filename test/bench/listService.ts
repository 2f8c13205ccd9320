import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import * as z from "zod";
import { startService } from "../../src/service/startService.ts";
import { listenOnLoopback } from "../support/network/listenOnLoopback.ts";
import { report } from "./reportingProcess.ts";

/**
 * Two services in a separate process, so that they do not share the caller's thread, with one database of 200 servers: Fairlead's
 * and the minimum, hono with one prepared statement for the same columns. Prints their addresses and runs until its
 * input ends.
 */
const dataDir = mkdtempSync(join(tmpdir(), "fairlead-lists-"));
const service = await startService({ dataDir, runtimeFiles: [], rateLimit: { burst: 1e9, perSecond: 1e9 } });
const key = service.firstKey ?? "";
const api = `${service.url}/api/v1`;
const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
const projects = z.object({ items: z.tuple([z.object({ id: z.string() })]) });
const [project] = projects.parse(await (await fetch(`${api}/projects`, { headers })).json()).items;
for (let number = 0; number < 200; number += 1) {
  const order = { projectId: project.id, name: `Server ${number}`, description: "A description of usual length." };
  await fetch(`${api}/servers`, { method: "POST", headers, body: JSON.stringify(order) });
}

const sqlite = new DatabaseSync(join(dataDir, "fairlead.db"), { readOnly: true });
const list = sqlite.prepare(`
  SELECT s.id, s.created_at AS createdAt, s.updated_at AS updatedAt, s.etag, p.archived_at AS projectArchivedAt,
    s.archived_at AS archivedAt, s.project_id AS projectId, s.name, s.slug, s.description, s.source_summary_json AS source, s.status,
    s.status_detail AS statusDetail, s.problems_json AS problems, s.artifact_id AS artifactId,
    (SELECT v.version FROM versions v WHERE v.artifact_id = s.artifact_id ORDER BY v.id DESC LIMIT 1) AS latestVersion,
    s.live_deployment_id AS liveDeploymentId, s.desired_state AS desiredState, s.environment_json AS environment,
    s.variables_json AS variables, s.accounts_json AS accounts, s.tool_count AS toolCount, s.tool_calls_since AS toolCallsSince,
    s.allowed_hosts_json AS allowedHosts, s.runs_on AS runsOn, s.limits_json AS limits,
    s.stop_when_idle_minutes AS stopWhenIdleMinutes
  FROM servers s CROSS JOIN projects p ON p.id = s.project_id ORDER BY s.id DESC LIMIT 51`);
const parse = (text: unknown): unknown => (typeof text === "string" ? JSON.parse(text) : null);
const bare = new Hono().get("/servers", (c) => {
  const rows = list.all().slice(0, 50);
  const parsed = ["source", "problems", "environment", "variables", "accounts", "allowedHosts", "limits"];
  const items = rows.map((row) => ({ ...row, ...Object.fromEntries(parsed.map((name) => [name, parse(row[name])])) }));
  return c.json({ items, nextCursor: rows.at(-1)?.id });
});
const { url, close } = await listenOnLoopback(createServer(getRequestListener(bare.fetch)));
report({ ours: `${api}/servers`, bare: `${url}/servers`, key }, async () => {
  await close();
  sqlite.close();
  await service.close();
  rmSync(dataDir, { recursive: true, force: true });
});
