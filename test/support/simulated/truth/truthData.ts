import * as z from "zod";
import { deploymentStates } from "../../../../src/contract/deployments.ts";
import { publishVersion } from "../../../../src/service/registry/publishVersion.ts";
import { toVersionContent } from "../../../../src/service/registry/versionContent.ts";
import { isRecord, type UnknownRecord } from "../../../../src/text/record.ts";
import type { createInMemoryService } from "../../service/inMemoryService.ts";
import type { Truth } from "./truth.ts";

const oneText = z.object({ value: z.string() });

type Service = ReturnType<typeof createInMemoryService>;
/** Advances the clock. */
type Pass = (minutes: number) => void;
type SqlValue = string | number | null;

/** Creates items of every kind. No server can run: its entry is not among its files. */
export async function fillTruth(service: Service, truth: Truth, pass: Pass): Promise<void> {
  const create = async (operation: Parameters<Truth["ask"]>[0], input: UnknownRecord) => {
    pass(47);
    const { status, body } = await truth.ask(operation, input);
    if (status >= 300 || !isRecord(body)) throw new Error(`${operation}: ${status} ${JSON.stringify(body)}`);
    return body;
  };
  const projects: unknown[] = [];
  for (const name of ["Shop", "Back office", "Research & more", "Empty one"])
    projects.push((await create("projects.create", { name, description: `About ${name}.` })).id);
  for (const [index, name] of ["Weather", "Pet store", "Ünïcode & more", "Search 2", "docs"].entries()) {
    const server = await create("servers.create", { projectId: projects[index % 3], name });
    fillServer(service, { id: String(server.id), projectId: String(server.projectId), name, index }, pass);
  }
  for (const [index, name] of ["release-notes", "review", "sql-helper"].entries()) {
    const text = `---\nname: ${name}\ndescription: Does ${name} well. Use when it is asked for.\n---\n\nSay it.\n`;
    const files = [{ path: "SKILL.md", encoding: "utf8", content: text }];
    const { id } = await create("skills.create", { projectId: projects[index % 2], files });
    const path = `/home/ada/.claude/skills/${name}`;
    await create("skill.install", { id, target: { scope: "user", agent: "claude", path, machine: "laptop" } });
    const { id: run } = await create("skillTestRuns.start", { id, cases: ["specification"] });
    const sql = "SELECT status AS value FROM test_runs WHERE id = ?";
    while (["queued", "running"].includes(service.context.db.get(oneText, sql, String(run))?.value ?? ""))
      await new Promise((next) => setImmediate(next));
  }
  for (const name of ["CI", "Laptop of Ada"]) await create("apiKeys.create", { name, scopes: ["read", "deploy"] });
  await create("userSettings.update", { defaultProjectId: projects[1], notifyOn: "failures", keepDeployments: 20 });
}

/** A version, three deployments with events, two test runs and an account of a server. */
function fillServer(
  { context }: Service,
  { id, projectId, name, index }: { id: string; projectId: string; name: string; index: number },
  pass: Pass,
): void {
  const { db, newId } = context;
  const read = (sql: string, ...values: SqlValue[]) => db.get(oneText, sql, ...values)?.value ?? "";
  const insert = (table: string, row: Readonly<Record<string, SqlValue>>) => {
    const marks = Object.keys(row).map(() => "?");
    db.run(`INSERT INTO ${table} (${Object.keys(row).join(", ")}) VALUES (${marks.join(", ")})`, ...Object.values(row));
  };
  const [times, version] = [() => ({ created_at: at(), updated_at: at() }), "1.0.0"];
  const at = (ms = 0) => new Date(context.clock().getTime() + ms).toISOString();
  const artifactId = publishVersion(context, {
    artifact: {
      ...{ id: null, kind: "server", name: `server-${index}`, title: name, description: `Serves ${name}.` },
      organizationId: read("SELECT organization_id AS value FROM projects WHERE id = ?", projectId),
    },
    version: {
      ...{ version, publishedBy: "Ada", notes: "", manifest: { name: `local/server-${index}`, version } },
      content: toVersionContent([{ path: "README.md", encoding: "utf8", content: name }]),
      server: { entry: "main.mjs", variables: [], accounts: [], toolCount: 3 + index },
    },
  });
  db.run(
    "UPDATE servers SET status = 'ready', artifact_id = ?, tool_count = ? WHERE id = ?",
    artifactId,
    3 + index,
    id,
  );
  for (let number = 0; number < 3; number += 1) {
    pass(143);
    const deployment = newId("dep_");
    const status = deploymentStates[(index * 3 + number) % deploymentStates.length] ?? "stopped";
    const run = { version, digest: `sha256:${index}${number}`, status, triggered_by: "Ada", restarts: number };
    insert("deployments", {
      id: deployment,
      server_id: id,
      project_id: projectId,
      started_at: at(),
      ...run,
      ...times(),
    });
    for (let sequence = 1; sequence <= 12; sequence += 1) {
      const line = {
        at: at(sequence * 1013),
        level: "info",
        kind: "log",
        message: `Line ${sequence}`,
        data_json: null,
      };
      insert("events", { deployment_id: deployment, sequence, ...line });
    }
    const checks = JSON.stringify([{ name: "process", status: "healthy", message: "It is alive.", latencyMs: 3 }]);
    const health = { at: at(), status: "healthy", latency_ms: 12, checks_json: checks };
    insert("health_checks", { deployment_id: deployment, ...health });
    if (status === "running") db.run("UPDATE servers SET live_deployment_id = ? WHERE id = ?", deployment, id);
  }
  for (const status of ["passed", "failed"]) {
    const run = newId("run_");
    const summary = { total: 1, passed: 0, failed: 0, skipped: 0, errored: 0, durationMs: 1200, [status]: 1 };
    insert("test_runs", {
      ...{ id: run, server_id: id, version, digest: "sha256:cd", partial: 0, status, revision: 1, triggered_by: "Ada" },
      ...{ summary_json: JSON.stringify(summary), started_at: at(), finished_at: at(5000), ...times() },
    });
    const one = { case_id: "protocol:open", name: "Opens a session", kind: "protocol", status, duration_ms: 10 };
    insert("test_cases", { run_id: run, position: 0, revision: 1, ...one });
  }
  const client = { clientId: "c", issuer: "https://accounts.example", tokenEndpoint: "https://accounts.example/token" };
  const known = { ...client, secretVariable: "S", authentication: "none", renewable: true };
  const user = read("SELECT id AS value FROM users ORDER BY id LIMIT 1");
  insert("oauth_connections", {
    ...{ id: newId("oac_"), server_id: id, scheme: "login", user_id: user, provider: "https://accounts.example" },
    ...{
      account: `ada${index}@example.com`,
      scopes_json: '["read"]',
      status: "connected",
      client_json: JSON.stringify(known),
    },
    ...{ connected_at: at(), expires_at: at(90 * 86_400_000), ...times() },
  });
}
