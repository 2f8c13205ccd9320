import { beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { createTeam } from "../../../../src/service/auth/team.ts";
import { useInMemoryService } from "../../../support/service/useInMemoryService.ts";

type Service = ReturnType<typeof useInMemoryService>;

let service: Service;
let now: number;

beforeEach(() => {
  now = Date.parse("2026-11-23T12:00:00Z");
  service = useInMemoryService({ auditDays: 30, clock: () => new Date(now) });
});

/** The entries after those of the start, oldest first. */
async function readEntries(query = "") {
  const { body } = await service.request("GET", `/api/v1/organization/audit?limit=200${query}`);
  return body.items.reverse().slice(1);
}

const create = (body: object, more = {}) => service.request("POST", "/api/v1/projects", { body, ...more });

describe("changes", () => {
  test("are written with who, what, on what and the names of the fields", async () => {
    const project = (await create({ name: "Weather" })).body;
    await service.request("PATCH", `/api/v1/project?id=${project.id}`, { body: { name: "Climate", archived: false } });
    const [created, updated] = await readEntries();
    const { body: me } = await service.request("GET", "/api/v1/me");
    expect(created).toMatchObject({
      at: expect.stringMatching(/Z$/),
      actor: { kind: "apiKey", userId: me.id, name: me.name, keyId: me.key.id, keyName: "First key" },
      action: "projects.create",
      item: { kind: "project", id: project.id, name: "Weather" },
      status: 201,
      code: null,
      requestId: expect.stringMatching(/^req_/),
      count: 1,
    });
    expect(updated).toMatchObject({
      action: "project.update",
      item: { kind: "project", id: project.id, name: "Weather" },
      fields: ["name", "archived"],
      status: 200,
    });
  });

  test("name a deleted key, also when it is the one in use", async () => {
    const { id, key } = (await service.request("POST", "/api/v1/api-keys", { body: { name: "CI", scopes: ["admin"] } }))
      .body;
    await service.request("DELETE", `/api/v1/api-keys?id=${id}`, { key });
    const [created, deleted] = await readEntries();
    expect(created).toMatchObject({ action: "apiKeys.create", item: { kind: "apiKey", id, name: "CI" } });
    expect(deleted).toMatchObject({ action: "apiKeys.delete", actor: { keyName: "CI" }, item: { id, name: "CI" } });
  });

  test("and their entries belong to one transaction", async () => {
    const triggers = "CREATE TRIGGER full BEFORE INSERT ON audit BEGIN SELECT RAISE(ABORT, 'no space'); END";
    service.context.db.run(triggers);
    expect((await create({ name: "Weather" })).status).toBe(500);
    service.context.db.run("DROP TRIGGER full");
    expect((await service.request("GET", "/api/v1/projects?q=Weather")).body.items).toEqual([]);
  });

  test("are written once when a request is repeated with its idempotency key", async () => {
    const again = { headers: { "Idempotency-Key": "once" } };
    const first = await create({ name: "Weather" }, again);
    const second = await create({ name: "Weather" }, again);
    expect(second.body.id).toBe(first.body.id);
    expect(await readEntries()).toMatchObject([{ action: "projects.create" }]);
  });

  test("that fail are written with the code, and with the name of what was to be created", async () => {
    await create({ name: "Weather", colour: "red" });
    await service.request("PATCH", "/api/v1/project?id=prj_none", { body: { description: "d" } });
    await service.request("POST", "/api/v1/servers", { body: { projectId: "prj_none", name: "Pets" } });
    expect(await readEntries()).toMatchObject([
      { action: "projects.create", item: null, status: 400, code: "invalid_request" },
      { action: "project.update", item: { id: "prj_none", name: null }, fields: ["description"], code: "not_found" },
      { action: "servers.create", item: { kind: "server", id: null, name: "Pets" }, status: 404 },
    ]);
  });

  test("keep the names of other organizations to themselves", async () => {
    const members = [{ name: "Ann", email: "ann@example.org" }];
    const [ann] = createTeam(service.context, { organizations: ["Team"], members, limits: {} });
    const mine = (await create({ name: "Private" })).body;
    await service.request("PATCH", `/api/v1/project?id=${mine.id}`, { body: { name: "x" }, key: ann?.key ?? "" });
    const [team] = (await service.request("GET", "/api/v1/organizations?q=Team")).body.items;
    const headers = { "Fairlead-Organization": team.id };
    const { body } = await service.request("GET", "/api/v1/organization/audit", { headers });
    expect(body.items[0]).toMatchObject({
      actor: { name: "Ann", email: "ann@example.org" },
      item: { kind: "project", id: mine.id, name: null },
      status: 404,
    });
    expect(JSON.stringify(body)).not.toContain("Private");
  });

  test("and tokens of deployed servers are written, reads are not", async () => {
    const [project] = (await service.request("GET", "/api/v1/projects")).body.items;
    const body = { projectId: project.id, name: "Pets", environment: { TOKEN: "s3cret-value" } };
    const server = (await service.request("POST", "/api/v1/servers", { body })).body;
    await service.request("GET", `/api/v1/servers?id=${server.id}`);
    await service.request("POST", "/api/v1/runtime/auth/token", { body: { serverId: server.id } });
    const form = new URLSearchParams({
      grant_type: "client_credentials",
      client_id: (await service.request("GET", "/api/v1/me")).body.key.id,
      client_secret: service.firstKey,
      resource: `${service.url}/mcp/${server.id}`,
    });
    const headers = { "Content-Type": "application/x-www-form-urlencoded", Authorization: "" };
    const post = () => service.request("POST", "/oauth/runtime/token", { key: null, headers, body: form.toString() });
    expect((await post()).status).toBe(200);
    form.set("client_secret", "flk_wrong");
    expect((await post()).status).toBe(401);
    const item = { kind: "server", id: server.id, name: "Pets" };
    expect(await readEntries()).toMatchObject([
      { action: "servers.create", item },
      { action: "runtime.token", item, actor: { keyName: "First key" }, status: 200 },
      { action: "runtime.oauthToken", item, actor: { kind: "apiKey", keyName: "First key" }, status: 200 },
      { action: "runtime.oauthToken", actor: { kind: "unknown", keyName: null }, status: 401 },
    ]);
    const stored = z.object({ text: z.string() });
    const rows = service.context.db.all(
      stored,
      "SELECT concat_ws(' ', fields_json, item_name, code, action) AS text FROM audit",
    );
    expect(JSON.stringify(rows)).not.toMatch(/s3cret-value|flk_|eyJ/);
  });
});

describe("refused requests", () => {
  test("are written with whose key it was, as far as that is known", async () => {
    const expiresAt = new Date(now + 1000).toISOString();
    const body = { name: "Short", scopes: ["read"], expiresAt };
    const { key } = (await service.request("POST", "/api/v1/api-keys", { body })).body;
    expect((await create({ name: "x" }, { key })).status).toBe(403);
    now += 1000;
    expect((await service.request("GET", "/api/v1/me", { key })).status).toBe(401);
    await service.request("GET", "/api/v1/me", { key: null });
    await service.request("GET", "/api/v1/me", { headers: { "Fairlead-Organization": "org_none" } });
    await service.request("GET", "/api/v1/me", { headers: { Origin: "https://evil.example" } });
    const entries = await readEntries();
    expect(entries.slice(1)).toMatchObject([
      { action: "projects.create", actor: { keyName: "Short" }, status: 403, code: "forbidden" },
      { action: "me.get", actor: { kind: "apiKey", keyName: "Short" }, status: 401, code: "unauthenticated" },
      { action: "me.get", actor: { kind: "unknown", userId: null }, item: null, status: 401 },
      { action: "me.get", actor: { keyName: "First key" }, status: 403 },
      { action: "request", actor: { kind: "unknown" }, status: 403 },
    ]);
  });

  test("include calls of a deployed server with a wrong token", async () => {
    const [project] = (await service.request("GET", "/api/v1/projects")).body.items;
    const body = { projectId: project.id, name: "Pets" };
    const server = (await service.request("POST", "/api/v1/servers", { body })).body;
    await service.request("POST", `/mcp/${server.id}`, { key: "wrong", body: {} });
    await service.request("POST", "/mcp/srv_none", { key: "wrong", body: {} });
    expect((await readEntries()).slice(1)).toMatchObject([
      { action: "gateway.call", actor: { kind: "runtimeToken" }, item: { id: server.id, name: "Pets" }, status: 401 },
    ]);
  });

  test("are counted when they are repeated, and written as one entry later", async () => {
    for (let time = 0; time < 50; time += 1) await service.request("GET", "/api/v1/me", { key: "wrong" });
    expect(await readEntries()).toMatchObject([{ action: "me.get", status: 401, count: 1 }]);
    await service.context.audit?.close();
    expect(await readEntries()).toMatchObject([
      { action: "me.get", status: 401, count: 1, requestId: expect.any(String) },
      { action: "me.get", status: 401, count: 49, requestId: null },
    ]);
  });

  test("reach the client also when they cannot be written", async () => {
    service.context.db.run("CREATE TRIGGER full BEFORE INSERT ON audit BEGIN SELECT RAISE(ABORT, 'no space'); END");
    expect((await service.request("GET", "/api/v1/me", { key: "wrong" })).status).toBe(401);
    expect(service.logged.join()).toContain("The audit log lacks what was refused");
  });
});

test("keys that are issued without a request of their users are written", async () => {
  const members = [{ name: "Ann", email: "ann@example.org" }];
  createTeam(service.context, { organizations: [], members, limits: {} });
  service.issueKey("Editor");
  const { body } = await service.request("GET", "/api/v1/organization/audit");
  expect(body.items.reverse()).toMatchObject([
    { action: "apiKeys.create", actor: { kind: "service" }, item: { name: expect.stringMatching(/^First key \(/) } },
    { actor: { kind: "service" }, item: { kind: "apiKey", name: "First key (Ann)" }, status: null },
    { actor: { kind: "service" }, item: { name: expect.stringMatching(/^Editor \(/) } },
  ]);
});

test("a service without an audit log writes nothing and has no route", async () => {
  const other = useInMemoryService();
  await other.request("POST", "/api/v1/projects", { body: { name: "Weather" } });
  await other.request("GET", "/api/v1/me", { key: "wrong" });
  expect((await other.request("GET", "/api/v1/organization/audit")).status).toBe(404);
  expect((await other.request("GET", "/api/v1/organization")).body).not.toHaveProperty("hasAuditLog");
  expect(other.context.db.get(z.object({ n: z.number() }), "SELECT count(*) AS n FROM audit")).toEqual({ n: 0 });
});
