import { beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { toVersionContent } from "../../../src/service/registry/versionContent.ts";
import { useInMemoryService } from "../../support/service/useInMemoryService.ts";

let service: ReturnType<typeof useInMemoryService>;
let projectId: string;

beforeEach(async () => {
  service = useInMemoryService();
  projectId = (await service.request("GET", "/api/v1/projects")).body.items[0].id;
});

const blobCount = z.object({ count: z.number() });
const file = (path: string, content: string) => ({ path, encoding: "utf8" as const, content });

function files(instructions = "Say it.", front = "name: sayer\ndescription: Says it. Use when it is to be said.") {
  return [file("SKILL.md", `---\n${front}\n---\n\n${instructions}\n`), file("assets/a.txt", "a")];
}

const create = (body: object = {}) =>
  service.request("POST", "/api/v1/skills", { body: { projectId, files: files(), ...body } });
const update = (id: string, body: object, headers = {}) =>
  service.request("PATCH", `/api/v1/skill?id=${id}`, { body, headers });
const versions = async (artifactId: string) =>
  (await service.request("GET", `/api/v1/registry/artifact/versions?id=${artifactId}`)).body.items;
const skills = async (query = "") => (await service.request("GET", `/api/v1/skills${query}`)).body.items;

describe("a new skill", () => {
  test("has the name and description of its front matter, and its first version is published", async () => {
    const { status, body } = await create({ notes: "the first" });
    expect(status).toBe(201);
    expect(body).toMatchObject({ name: "sayer", description: "Says it. Use when it is to be said.", valid: true });
    expect(body.digest).toBe(toVersionContent(files()).digest);
    expect(body.files.map(({ path }: { path: string }) => path)).toEqual(["SKILL.md", "assets/a.txt"]);
    expect(await versions(body.artifactId)).toMatchObject([
      { version: "0.1.0", digest: body.digest, notes: "the first" },
    ]);
  });

  test("is counted in its project and found by name and description", async () => {
    const { body } = await create();
    expect((await service.request("GET", `/api/v1/project?id=${projectId}`)).body.skillCount).toBe(1);
    for (const query of ["?q=say", "?q=to%20be%20said", `?projectId=${projectId}`, `?id=${body.id}`])
      expect(await skills(query), query).toHaveLength(1);
    for (const query of ["?q=nothing", "?projectId=prj_none", "?id=skl_none"])
      expect(await skills(query), query).toEqual([]);
  });

  test("has the version of its metadata unless another is requested", async () => {
    const front = 'name: sayer\ndescription: Says it.\nmetadata:\n  version: "2.3.0"';
    const { body } = await create({ files: files("Say it.", front) });
    expect(body.latestVersion).toBe("2.3.0");
    const requested = await update(body.id, { files: files("Say more.", front), version: "5.0.0" });
    expect(requested.body.latestVersion).toBe("5.0.0");
    // 2.3.0 is lower than the latest version.
    expect((await update(body.id, { files: files("And more.", front) })).body.latestVersion).toBe("5.0.1");
  });

  test("with problems is saved with them", async () => {
    const front = "name: Sayer\ndescription: Says it. Use when it is to be said.\ncolour: blue";
    const { status, body } = await create({ files: files("[gone](gone.md)", front) });
    expect(status).toBe(201);
    expect(body.valid).toBe(false);
    expect(body.problems).toContainEqual(expect.objectContaining({ path: "SKILL.md", line: 2, severity: "error" }));
    expect(Object.keys(body.problems[0])).toEqual(["path", "line", "column", "severity", "code", "message"]);
  });

  test("that cannot be named, described or put in a folder is rejected with the reason, and nothing is saved", async () => {
    const invalid = [
      [[file("README.md", "# Hi")], /no "SKILL\.md"/],
      [files("", "description: Says it."), /no name/],
      [files("", "name: sayer"), /no description/],
      [files("", "name: ../sayer\ndescription: Says it."), /cannot be a folder name/],
    ] as const;
    for (const [invalidFiles, message] of invalid) {
      const { status, body } = await create({ files: invalidFiles });
      expect([status, body.detail]).toEqual([422, expect.stringMatching(message)]);
    }
    expect(await skills()).toEqual([]);
  });

  test("with a name that exists in the project is rejected, but accepted in another project", async () => {
    await create();
    expect((await create()).status).toBe(409);
    const other = (await service.request("POST", "/api/v1/projects", { body: { name: "Other" } })).body.id;
    expect((await create({ projectId: other })).status).toBe(201);
  });

  test("can be a draft, which has no version and cannot be installed until it is published", async () => {
    const { body } = await create({ publish: false });
    expect(body).toMatchObject({ latestVersion: null, artifactId: null });
    const target = { scope: "user", agent: "claude", path: "/home/.claude/skills/sayer", machine: "m" };
    const install = () => service.request("POST", `/api/v1/skill/install?id=${body.id}`, { body: { target } });
    expect(await install()).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining("Publish it before you install it") },
    });
    const published = await update(body.id, { files: files() });
    expect(published.body).toMatchObject({ latestVersion: "0.1.0", digest: body.digest });
    expect((await install()).status).toBe(201);
  });
});

describe("an update", () => {
  test("with the same files changes nothing", async () => {
    const { body } = await create();
    const again = await update(body.id, { files: files().toReversed() });
    expect(again.body).toEqual(body);
    expect(await versions(body.artifactId)).toHaveLength(1);
  });

  test("with other files creates the next version and leaves the previous one unchanged", async () => {
    const { body } = await create();
    const before = await service.request("GET", `/api/v1/registry/artifact?id=${body.artifactId}&version=0.1.0`);
    const updated = await update(body.id, { files: files("Say it twice."), notes: "louder" });
    expect(updated.body).toMatchObject({ latestVersion: "0.1.1" });
    expect(updated.body.etag).not.toBe(body.etag);
    expect(await versions(body.artifactId)).toMatchObject([
      { version: "0.1.1", notes: "louder" },
      { version: "0.1.0" },
    ]);
    const after = await service.request("GET", `/api/v1/registry/artifact?id=${body.artifactId}&version=0.1.0`);
    expect(after.body.files).toEqual(before.body.files);
    expect(after.body.version).toEqual(before.body.version);
    expect(after.body.manifest).toEqual({ name: "sayer", description: "Says it. Use when it is to be said." });
  });

  test("with an existing version number is rejected, and nothing changes", async () => {
    const { body } = await create();
    const refused = await update(body.id, { files: files("Other."), version: "0.1.0" });
    expect(refused).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining("Choose another version number") },
    });
    expect(await skills()).toEqual([body]);
  });

  test("moves a skill to another project unless its name exists there", async () => {
    const { body } = await create();
    const other = (await service.request("POST", "/api/v1/projects", { body: { name: "Other" } })).body.id;
    expect((await update(body.id, { projectId: other })).body).toMatchObject({
      projectId: other,
      latestVersion: "0.1.0",
    });
    const second = (await create()).body;
    expect((await update(second.id, { projectId: other })).status).toBe(409);
  });

  test("with only notes is rejected, because they would be lost", async () => {
    const { body } = await create();
    expect(await update(body.id, { notes: "why" })).toMatchObject({
      status: 400,
      body: { errors: [{ path: "notes" }] },
    });
  });

  test("deletes the bytes of a draft but of no version", async () => {
    const count = () => service.context.db.all(blobCount, "SELECT count(*) AS count FROM blobs")[0]?.count;
    const { body } = await create({ publish: false });
    expect(count()).toBe(2);
    await update(body.id, { files: files("Other.") });
    expect(count()).toBe(2);
    await update(body.id, { files: files("Third.") });
    expect(count()).toBe(3);
  });

  test("retains the bytes that another draft uses", async () => {
    const first = (await create({ publish: false })).body;
    const twin = files("Say it.", "name: twin\ndescription: Says it, too. Use when it is to be said.");
    const second = (await create({ files: twin, publish: false })).body;
    expect((await update(first.id, { files: files("Other.").slice(0, 1) })).status).toBe(200);
    const run = await service.request("POST", `/api/v1/skill/test-runs?id=${second.id}`, {
      body: { cases: ["links"] },
    });
    expect(run.status).toBe(202);
  });
});

describe("an installation", () => {
  const target = { scope: "workspace", agent: "claude", path: "/w/.claude/skills/sayer", machine: "m" };
  const install = (id: string, body: object = { target }) =>
    service.request("POST", `/api/v1/skill/install?id=${id}`, { body });
  const installations = async (id: string, query = "") =>
    (await service.request("GET", `/api/v1/skill/installations?id=${id}${query}`)).body.items;

  test("has the latest version by default", async () => {
    const { body } = await create();
    await update(body.id, { files: files("Other.") });
    expect((await install(body.id)).body).toMatchObject({ version: "0.1.1", status: "installed", target });
    expect((await install(body.id, { target, version: "0.1.0" })).body).toMatchObject({ version: "0.1.0" });
    expect((await install(body.id, { target, version: "9.9.9" })).status).toBe(404);
  });

  test("replaces the previous one at the same path", async () => {
    const { body } = await create();
    const first = (await install(body.id)).body;
    await install(body.id, { target: { ...target, path: "/elsewhere" } });
    const second = (await install(body.id)).body;
    const [removed] = await installations(body.id, "&status=removed");
    expect(removed).toMatchObject({ id: first.id });
    expect(removed?.etag).not.toBe(first.etag);
    expect(await installations(body.id, "&status=installed")).toMatchObject([{ id: second.id }, {}]);
  });

  test("replaces the one of another skill at the same path", async () => {
    const { body } = await create();
    await install(body.id);
    const front = "name: other\ndescription: Says something else.";
    const other = (await create({ files: files("Say it.", front) })).body;
    await install(other.id);
    expect(await installations(body.id)).toMatchObject([{ status: "removed" }]);
    expect(await installations(other.id)).toMatchObject([{ status: "installed" }]);
  });

  test("is removed once when the request is repeated", async () => {
    const { body } = await create();
    const { id } = (await install(body.id)).body;
    const uninstall = (installationId: string) =>
      service.request("POST", `/api/v1/skill/uninstall?id=${body.id}`, { body: { installationId } });
    const removed = await uninstall(id);
    expect(removed.body).toMatchObject({ status: "removed" });
    expect((await uninstall(id)).body).toEqual(removed.body);
    expect((await uninstall("ins_none")).status).toBe(404);
  });
});

describe("a published version", () => {
  test("cannot be changed in the database", async () => {
    const { id } = (await create()).body;
    await update(id, { files: files("Other.") });
    for (const sql of [
      "UPDATE versions SET digest = 'other'",
      "UPDATE versions SET notes = 'other'",
      "DELETE FROM versions",
      "UPDATE version_files SET path = 'other'",
      "DELETE FROM version_files",
      "INSERT INTO version_files SELECT version_id, 'more', digest, size, encoding FROM version_files LIMIT 1",
      "UPDATE blobs SET content = x'00'",
    ])
      expect(() => service.context.db.run(sql), sql).toThrow("a version never changes");
  });

  test("is found in the registry beside the servers", async () => {
    const { body } = await create();
    const found = await service.request("GET", "/api/v1/registry/artifacts?kind=skill&q=to%20be%20said");
    expect(found.body.items).toMatchObject([{ id: body.artifactId, kind: "skill", name: "sayer", versionCount: 1 }]);
    expect((await service.request("GET", "/api/v1/registry/artifacts?kind=server")).body.items).toEqual([]);
    const byId = (id: string) => service.request("GET", `/api/v1/registry/artifacts?id=${id}`);
    expect((await byId(body.artifactId)).body.items).toEqual(found.body.items);
    expect((await byId("art_none")).body.items).toEqual([]);
  });
});
