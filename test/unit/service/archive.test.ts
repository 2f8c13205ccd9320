import { readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, onTestFinished, test } from "vitest";
import * as z from "zod";
import { createServiceClient } from "../../../src/client/createServiceClient.ts";
import { removeArchivedItem, startArchiveExpiry } from "../../../src/service/archive/removeArchived.ts";
import { startService } from "../../../src/service/startService.ts";
import { createTemporaryFolder } from "../../support/createTemporaryFolder.ts";
import { deleteArchived, testControl } from "../../support/service/testControl.ts";
import { useInMemoryService } from "../../support/service/useInMemoryService.ts";
import { emptyDatabase } from "../../support/storage/emptyDatabase.ts";

const day = 24 * 60 * 60 * 1000;
const source = {
  kind: "files",
  entry: "server.mjs",
  files: [{ path: "server.mjs", content: "export {};" }],
} as const;
const skillFile = { path: "SKILL.md", content: "---\nname: sayer\ndescription: Says it.\n---\n" };

function start() {
  const service = useInMemoryService();
  const post = async (path: string, body: object) => (await service.request("POST", `/api/v1/${path}`, { body })).body;
  const list = async (path: string) => (await service.request("GET", `/api/v1/${path}`)).body.items;
  const names = async (path: string) => (await list(path)).map(({ name }: { name: string }) => name).sort();
  const patch = (path: string, id: string, body: object, headers = {}) =>
    service.request("PATCH", `/api/v1/${path}?id=${id}`, { body, headers });
  const createServer = async (projectId: string, name = "Pets") => {
    const { id } = await post("servers", { projectId, name });
    await post(`server/generate?id=${id}`, { source });
    return service.waitForGeneration(id);
  };
  const createSkill = (projectId: string) => post("skills", { projectId, files: [skillFile] });
  const createProject = (name = "Zoo") => post("projects", { name });
  return { ...service, post, list, names, patch, createServer, createSkill, createProject };
}

describe("an archived server", () => {
  test("leaves the lists of servers, of the registry and of its project, and comes back as it was", async () => {
    const { list, patch, createProject, createServer, request } = start();
    const project = await createProject();
    const server = await createServer(project.id);
    expect((await patch("server", server.id, { archived: true }, { "If-Match": '"99"' })).status).toBe(412);
    expect(await list("servers")).toMatchObject([{ id: server.id }]);
    const { body: archived } = await patch("server", server.id, { archived: true });
    // A repeated request keeps the time.
    expect((await patch("server", server.id, { archived: true })).body.archivedAt).toBe(archived.archivedAt);
    expect(archived).toMatchObject({ archived: true, archivedAt: expect.any(String), desiredState: "stopped" });
    expect(await list("servers")).toEqual([]);
    expect(await list(`servers?id=${server.id}`)).toEqual([]);
    expect(await list("registry/artifacts")).toEqual([]);
    expect(await list("servers?includeArchived=true")).toMatchObject([{ id: server.id, archived: true }]);
    expect(await list("servers?includeArchived=false")).toEqual([]);
    expect((await request("GET", `/api/v1/project?id=${project.id}`)).body.serverCount).toBe(0);

    const { body: restored } = await patch("server", server.id, { archived: false });
    expect(restored).toMatchObject({
      ...{ archived: false, archivedAt: null, slug: server.slug, latestVersion: "0.1.0", desiredState: "stopped" },
    });
    expect(await list("registry/artifacts")).toMatchObject([{ id: server.artifactId }]);
  });

  test("keeps its name free, and gets another slug when it is restored into a taken one", async () => {
    const { patch, createProject, post } = start();
    const { id: projectId } = await createProject();
    const first = await post("servers", { projectId, name: "Pets" });
    await patch("server", first.id, { archived: true });
    expect((await post("servers", { projectId, name: "Pets" })).slug).toBe("pets");
    expect((await patch("server", first.id, { archived: false })).body).toMatchObject({ name: "Pets", slug: "pets-2" });
  });

  test("cannot be changed, generated, deployed, tested or called", async () => {
    const { patch, createProject, createServer, request } = start();
    const server = await createServer((await createProject()).id);
    await patch("server", server.id, { archived: true });
    const tries = [
      await patch("server", server.id, { name: "Other" }),
      await patch("server", server.id, { desiredState: "running" }),
      await request("POST", `/api/v1/server/generate?id=${server.id}`, { body: {} }),
      await request("POST", `/api/v1/server/deploy?id=${server.id}`, { body: {} }),
      await request("POST", `/api/v1/server/test-runs?id=${server.id}`, { body: {} }),
      await request("POST", "/api/v1/runtime/auth/token", { body: { serverId: server.id } }),
    ];
    for (const { status, body } of tries)
      expect([status, body.detail]).toEqual([409, 'The server "Pets" is archived. Restore it first.']);
  });
});

describe("an archived project", () => {
  test("takes what is in it along, and restores exactly that", async () => {
    const { names, patch, createProject, createServer, createSkill } = start();
    const project = await createProject();
    await createServer(project.id, "Cats");
    const dogs = await createServer(project.id, "Dogs");
    await createSkill(project.id);
    await patch("server", dogs.id, { archived: true });

    const { body } = await patch("project", project.id, { archived: true });
    expect(body).toMatchObject({ archived: true, serverCount: 1, skillCount: 1 });
    expect([await names("servers"), await names("skills"), await names("registry/artifacts")]).toEqual([[], [], []]);
    expect(await names("projects")).not.toContain("Zoo");
    expect(await names("projects?includeArchived=true")).toContain("Zoo");
    expect(await names("servers?includeArchived=true")).toEqual(["Cats", "Dogs"]);

    await patch("project", project.id, { archived: false });
    expect([await names("servers"), await names("skills")]).toEqual([["Cats"], ["sayer"]]);
    expect(await names("projects")).toContain("Zoo");
  });

  test("refuses new content, and its servers are restored with it only", async () => {
    const { patch, request, createProject, createServer } = start();
    const project = await createProject();
    const server = await createServer(project.id);
    await patch("project", project.id, { archived: true });
    const created = await request("POST", "/api/v1/servers", { body: { projectId: project.id, name: "New" } });
    expect([created.status, created.body.detail]).toEqual([409, 'The project "Zoo" is archived. Restore it first.']);
    const restored = await patch("server", server.id, { archived: false });
    expect(restored.status).toBe(409);
    expect(restored.body.detail).toMatch(/^The project of the server "Pets" is archived. Restore the project first/);
  });
});

test("an archived skill keeps its name free, and a taken name prevents its return", async () => {
  const { patch, names, createProject, createSkill, request } = start();
  const { id: projectId } = await createProject();
  const first = await createSkill(projectId);
  await patch("skill", first.id, { archived: true });
  expect(await names("skills")).toEqual([]);
  const install = { target: { scope: "user", agent: "claude", path: "/a", machine: "m" } };
  expect((await request("POST", `/api/v1/skill/install?id=${first.id}`, { body: install })).status).toBe(409);
  const second = await createSkill(projectId);
  const taken = await patch("skill", first.id, { archived: false });
  expect([taken.status, taken.body.detail]).toEqual([
    409,
    'The project already has a skill "sayer". Update that one, or rename this one.',
  ]);
  await patch("skill", second.id, { archived: true });
  expect((await patch("skill", first.id, { archived: false })).body).toMatchObject({ archived: false, name: "sayer" });
});

const countRow = z.object({ count: z.number() });
const contentTables = [
  "servers",
  "skills",
  "artifacts",
  "versions",
  "version_files",
  "blobs",
  "test_runs",
  "test_cases",
];

const countContent = (context: ReturnType<typeof start>["context"]) =>
  Object.fromEntries(
    contentTables.map((table) => [table, context.db.get(countRow, `SELECT count(*) AS count FROM ${table}`)?.count]),
  );
const remove = (context: ReturnType<typeof start>["context"], id: string) =>
  removeArchivedItem({ context, pruning: { removeAll: async () => {} }, prepareRevocation: () => () => {} }, id);

describe("removing for good", () => {
  const startFolder = async (dataDir: string, clock: () => Date = () => new Date()) => {
    const service = await startService({ dataDir, runtimeFiles: [], clock, local: testControl });
    const client = createServiceClient({ baseUrl: service.url, key: async () => service.issueKey("test") });
    const close = async () => {
      await client.close();
      await service.close();
    };
    return { service, client, close };
  };

  test("happens at a start 30 days later, with everything that belonged to it and not before", async () => {
    const dataDir = createTemporaryFolder();
    const first = await startFolder(dataDir);
    const { id } = await first.client.call("projects.create", { name: "Old" });
    await first.client.call("skills.create", { projectId: id, files: [skillFile] });
    await first.client.call("project.update", { id, archived: true });
    await first.close();

    const soon = await startFolder(dataDir, () => new Date(Date.now() + 29 * day));
    expect(
      (await soon.client.call("projects.list", { includeArchived: true })).items.map(({ name }) => name),
    ).toContain("Old");
    await soon.close();

    const later = await startFolder(dataDir, () => new Date(Date.now() + 31 * day));
    onTestFinished(later.close);
    await expect
      .poll(async () => (await later.client.call("projects.list", { includeArchived: true })).items.map(({ id }) => id))
      .not.toContain(id);
    expect((await later.client.call("skills.list", { includeArchived: true })).items).toEqual([]);
    const { metrics } = await later.client.call("organization.usage", {});
    expect(metrics?.find(({ name }) => name === "storage")?.used).toBe(0);
  });

  test("does not happen at a start whose clock is months ahead once", async () => {
    const dataDir = createTemporaryFolder();
    const first = await startFolder(dataDir);
    const { id } = await first.client.call("projects.create", { name: "Kept" });
    await first.client.call("project.update", { id, archived: true });
    await first.close();
    const listAfter = async (...starts: readonly number[]) => {
      for (const days of starts) await (await startFolder(dataDir, () => new Date(Date.now() + days * day))).close();
      const { client, close } = await startFolder(dataDir);
      return client.call("projects.list", { includeArchived: true }).finally(close);
    };
    expect(JSON.stringify(await listAfter(90, 0))).toContain(id);
    // The second look of a clock that stays ahead is trusted.
    expect(JSON.stringify(await listAfter(60, 60))).not.toContain(id);
  });

  test("by the control API deletes an archived item only, and leaves nothing of it", async () => {
    const { service, client, close } = await startFolder(createTemporaryFolder());
    onTestFinished(close);
    const [project] = (await client.call("projects.list", {})).items;
    const skill = await client.call("skills.create", { projectId: project?.id ?? "", files: [skillFile] });
    await expect(deleteArchived(service.url, skill.id)).rejects.toThrow("is not archived");
    await client.call("skill.update", { id: skill.id, archived: true });
    await deleteArchived(service.url, skill.id);
    await expect(deleteArchived(service.url, skill.id)).rejects.toThrow("404");
    expect((await client.call("skills.list", { includeArchived: true })).items).toEqual([]);
    await expect(client.call("registry.artifact", { id: skill.artifactId ?? "" })).rejects.toThrow("no artifact");
  });

  test("keeps the files that another version has", async () => {
    const { context, createProject, createSkill, createServer, patch } = start();
    const [one, other] = [await createProject("One"), await createProject("Two")];
    const gone = await createSkill(one.id);
    await createSkill(other.id);
    await createServer(one.id);
    await patch("project", one.id, { archived: true });
    await remove(context, one.id);
    expect(countContent(context)).toEqual({
      ...{ servers: 0, skills: 1, artifacts: 1, versions: 1, version_files: 1, blobs: 1, test_runs: 0, test_cases: 0 },
    });
    expect(gone.digest).toBeDefined();
  });

  test("changes nothing when it fails halfway", async () => {
    const { context, createProject, createSkill, createServer, patch, list } = start();
    const { id } = await createProject();
    await createSkill(id);
    await createServer(id);
    await patch("project", id, { archived: true });
    const before = countContent(context);
    context.db.run("CREATE TRIGGER crash BEFORE DELETE ON projects BEGIN SELECT RAISE(ABORT, 'crash'); END");
    await expect(remove(context, id)).rejects.toThrow("crash");
    expect(countContent(context)).toEqual(before);
    context.db.run("DROP TRIGGER crash");
    await patch("project", id, { archived: false });
    expect(await list("servers")).toHaveLength(1);
  });

  test("is tried again each day, and a failure of one item does not stop the others", async () => {
    const { context, createProject, patch } = start();
    const [one, other] = [await createProject("One"), await createProject("Two")];
    for (const { id } of [one, other]) await patch("project", id, { archived: true });
    const tried: string[] = [];
    const third = Promise.withResolvers<void>();
    const remove = async (id: string) => {
      tried.push(id);
      if (tried.length === 3) third.resolve();
      if (id === one.id) throw new Error("locked");
    };
    const clock = () => new Date(Date.now() + 31 * day);
    const expiry = startArchiveExpiry({ ...context, clock }, remove, 1);
    await third.promise;
    await expiry.close();
    expect(tried.slice(0, 2).sort()).toEqual([one.id, other.id].sort());
  });

  test("is tried again after the database could not be read", async () => {
    const { context, createProject, patch } = start();
    const { id } = await createProject("One");
    await patch("project", id, { archived: true });
    let failures = 1;
    const removed = Promise.withResolvers<string>();
    const clock = () => {
      if (failures-- > 0) throw new Error("disk I/O error");
      return new Date(Date.now() + 31 * day);
    };
    const expiry = startArchiveExpiry({ ...context, clock }, async (id) => removed.resolve(id), 1);
    expect(await removed.promise).toBe(id);
    await expiry.close();
  });
});

test("what refers to a project, a server or a skill goes with it: by the table itself, or by its removal", () => {
  const sqlite = new DatabaseSync(":memory:");
  sqlite.deserialize(emptyDatabase);
  const referring = sqlite.prepare(
    `SELECT DISTINCT m.name FROM sqlite_master m, pragma_foreign_key_list(m.name) f
     WHERE m.type = 'table' AND f.on_delete = 'NO ACTION' AND f."table" IN ('projects', 'servers', 'skills')`,
  );
  const removal = readFileSync("src/service/archive/removeArchived.ts", "utf8");
  // Deployments go first, in steps.
  const removed = (name: string) => name === "deployments" || new RegExp(`(DELETE FROM|UPDATE) ${name} `).test(removal);
  expect(referring.all().filter(({ name }) => !removed(String(name)))).toEqual([]);
});
