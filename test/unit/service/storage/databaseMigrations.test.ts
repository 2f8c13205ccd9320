import { existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { createServiceClient } from "../../../../src/client/createServiceClient.ts";
import { startService } from "../../../../src/service/startService.ts";
import { databaseMigrations } from "../../../../src/service/storage/databaseMigrations.ts";
import { createFileListDigest, createSha256Digest } from "../../../../src/service/storage/sha256Digest.ts";
import { createTemporaryFolder } from "../../../support/createTemporaryFolder.ts";

const at = "2026-01-02T03:04:05.000Z";
const content = Buffer.from("export {};");
const files = [{ path: "server.mjs", content }];

/** Creates a database of the first release with a server, a version and a stopped deployment. */
function createOlderDatabase(file: string): void {
  const sqlite = new DatabaseSync(file);
  sqlite.exec(databaseMigrations[0] ?? "");
  sqlite.exec("PRAGMA user_version = 1");
  const insert = (table: string, row: Record<string, string | number | Uint8Array>) =>
    sqlite
      .prepare(`INSERT INTO ${table} (${Object.keys(row)}) VALUES (${Object.keys(row).map(() => "?")})`)
      .run(...Object.values(row));
  const times = { created_at: at, updated_at: at };
  insert("organizations", { id: "org_1", name: "Personal", slug: "personal", plan: "local", ...times });
  insert("users", { id: "usr_1", organization_id: "org_1", name: "Me", ...times });
  const project = { organization_id: "org_1", name: "Older", slug: "older", description: "" };
  insert("projects", { id: "prj_1", ...project, ...times });
  const artifact = { organization_id: "org_1", kind: "server", name: "pets", title: "Pets", description: "" };
  insert("artifacts", { id: "art_1", ...artifact, ...times });
  const server = { project_id: "prj_1", name: "Pets", slug: "pets", description: "", status: "ready" };
  insert("servers", { id: "srv_1", ...server, artifact_id: "art_1", ...times });
  const version = { artifact_id: "art_1", version: "1.0.0", digest: createFileListDigest(files), size: content.length };
  insert("versions", { id: 1, ...version, manifest_json: "{}", published_at: at, published_by: "Me" });
  insert("blobs", { digest: createSha256Digest(content), content });
  const stored = { path: "server.mjs", digest: createSha256Digest(content), size: content.length, encoding: "utf8" };
  insert("version_files", { version_id: 1, ...stored });
  const deployment = { server_id: "srv_1", project_id: "prj_1", version: "1.0.0", digest: createFileListDigest(files) };
  insert("deployments", { id: "dep_1", ...deployment, status: "stopped", triggered_by: "Me", ...times });
  sqlite.close();
}

test("a database of an older Fairlead is migrated with all its data after a copy is made", async () => {
  const dataDir = createTemporaryFolder();
  const file = join(dataDir, "fairlead.db");
  createOlderDatabase(file);

  const service = await startService({ dataDir, runtimeFiles: [] });
  const client = createServiceClient({ baseUrl: service.url, key: async () => service.issueKey("test") });
  onTestFinished(async () => {
    await client.close();
    await service.close();
  });

  const { items } = await client.call("projects.list", {});
  expect(items).toMatchObject([{ id: "prj_1", name: "Older", serverCount: 1, skillCount: 0 }]);
  expect(await client.call("servers.list", {})).toMatchObject({
    items: [{ id: "srv_1", latestVersion: "1.0.0", toolCallsSince: expect.not.stringContaining(at) }],
  });
  expect(await client.call("deployment.get", { id: "dep_1" })).toMatchObject({ status: "stopped" });
  expect(await client.call("registry.artifact", { id: "art_1" })).toMatchObject({
    version: { version: "1.0.0", digest: createFileListDigest(files) },
    files: [{ path: "server.mjs", content: content.toString() }],
  });

  expect(await client.call("organizations.list", {})).toMatchObject({ items: [{ id: "org_1", role: "owner" }] });
  const { metrics } = await client.call("organization.usage", {});
  expect(metrics?.map(({ name, used }) => [name, used])).toContainEqual(["storage", content.length]);

  const skillFile = { path: "SKILL.md", content: "---\nname: sayer\ndescription: Says it.\n---\n" };
  const skill = await client.call("skills.create", { projectId: "prj_1", files: [skillFile] });
  expect(await client.call("skills.list", {})).toMatchObject({ items: [{ id: skill.id, latestVersion: "0.1.0" }] });
  expect(await client.call("serverTestRuns.list", { id: "srv_1" })).toEqual({ items: [], nextCursor: null });

  const copy = new DatabaseSync(`${file}.backup-1`, { readOnly: true });
  expect(copy.prepare("SELECT name FROM projects").all()).toEqual([{ name: "Older" }]);
  expect(copy.prepare("PRAGMA user_version").get()).toEqual({ user_version: 1 });
  copy.close();
  expect(existsSync(`${file}.backup-2`)).toBe(false);
});
