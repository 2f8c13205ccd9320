import { expect, test } from "vitest";
import { apiKeyScopes } from "../../../src/contract/operation.ts";
import { operationTable } from "../../../src/contract/operations.ts";
import { useInMemoryService } from "../../support/service/useInMemoryService.ts";
import { readDatabaseText } from "../../support/storage/readDatabaseText.ts";

function start(clock?: () => Date) {
  const service = useInMemoryService(clock ? { clock } : {});
  const create = async (body: object, key?: string) =>
    (await service.request("POST", "/api/v1/api-keys", { body, ...(key && { key }) })).body;
  return { ...service, create };
}

test("the identity names the owner of the key and its scopes", async () => {
  const { request } = start();
  const { body, headers } = await request("GET", "/api/v1/me");
  expect(operationTable["me.get"].output.parse(body).key).toMatchObject({ scopes: [...apiKeyScopes], expiresAt: null });
  expect(headers.get("ETag")).toBe(body.etag);
});

test("a new key is returned once and only its hash is stored", async () => {
  const { request, create, context } = start();
  const { key, prefix, id } = await create({ name: "Robot", scopes: ["read"] });
  expect(key).toMatch(/^flk_[A-Za-z0-9_-]{43}$/);
  expect(key.startsWith(prefix)).toBe(true);
  const { body } = await request("GET", "/api/v1/api-keys?q=rob");
  expect(body.items).toMatchObject([{ id, name: "Robot", scopes: ["read"] }]);
  expect(JSON.stringify(body)).not.toContain(key);
  expect(readDatabaseText(context.db)).not.toContain(key);
});

test("a key cannot grant scopes that it does not have", async () => {
  const { request, create } = start();
  const { key } = await create({ name: "Admin only", scopes: ["admin"] });
  const reply = await request("POST", "/api/v1/api-keys", { key, body: { name: "More", scopes: ["admin", "deploy"] } });
  expect([reply.status, reply.body.detail]).toEqual([403, "A key cannot grant scopes that it does not have: deploy."]);
});

test("a key cannot create a key that outlives it", async () => {
  const { request, create } = start();
  const { key } = await create({ name: "Short", scopes: ["admin"], expiresAt: "2098-01-01T00:00:00Z" });
  const createWith = (body: object) =>
    request("POST", "/api/v1/api-keys", { key, body: { scopes: ["admin"], ...body } });
  for (const expiry of [{}, { expiresAt: "2098-01-01T00:00:01Z" }]) {
    const reply = await createWith({ name: "Longer", ...expiry });
    expect([reply.status, reply.body.errors[0].path]).toEqual([403, "expiresAt"]);
    expect(reply.body.detail).toBe("A key cannot create a key that outlives it: it expires at 2098-01-01T00:00:00Z.");
  }
  expect((await createWith({ name: "As long", expiresAt: "2098-01-01T00:00:00Z" })).status).toBe(201);
});

test("a key is rejected from its expiry time on", async () => {
  let now = Date.UTC(2026, 0, 1);
  const { request, create } = start(() => new Date(now));
  const { key } = await create({ name: "Short", expiresAt: "2026-01-01T00:01:00Z" });
  expect((await request("GET", "/api/v1/me", { key })).status).toBe(200);
  now += 60_000;
  expect((await request("GET", "/api/v1/me", { key })).status).toBe(401);
  const past = await request("POST", "/api/v1/api-keys", { body: { name: "Past", expiresAt: "2026-01-01T00:00:30Z" } });
  expect([past.status, past.body.errors[0].path]).toEqual([400, "expiresAt"]);
});

test("an expired, a wrong and a missing key are rejected by every operation", async () => {
  let now = Date.UTC(2026, 0, 1);
  const { request, create } = start(() => new Date(now));
  const { id, key } = await create({ name: "Short", scopes: [...apiKeyScopes], expiresAt: "2026-01-01T00:01:00Z" });
  now += 60_000;
  for (const [name, { method, path, scope }] of Object.entries(operationTable)) {
    if (scope === null) continue;
    for (const refused of [key, `flk_${"A".repeat(43)}`, null]) {
      const reply = await request(method, path, { key: refused, ...(method !== "GET" && { body: {} }) });
      expect([name, reply.status, reply.body.code]).toEqual([name, 401, "unauthenticated"]);
      expect(reply.headers.get("WWW-Authenticate")).toBe(
        `Bearer realm="fairlead"${refused === null ? "" : ', error="invalid_token"'}`,
      );
    }
  }
  const form = new URLSearchParams({ grant_type: "client_credentials", client_id: id, client_secret: key });
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  const refused = await request("POST", "/oauth/runtime/token", { key: null, headers, body: form.toString() });
  expect([refused.status, refused.body.error]).toEqual([401, "invalid_client"]);
});

test("a key is rejected as soon as it is deleted, also by itself", async () => {
  const { request, create } = start();
  const { id, key } = await create({ name: "Mine", scopes: ["read", "admin"] });
  const reply = await request("DELETE", `/api/v1/api-keys?id=${id}`, { key });
  expect([reply.status, reply.body]).toEqual([204, ""]);
  expect((await request("GET", "/api/v1/me", { key })).status).toBe(401);
  expect((await request("DELETE", `/api/v1/api-keys?id=${id}`, { key })).status).toBe(401);
  expect((await request("DELETE", `/api/v1/api-keys?id=${id}`)).status).toBe(404);
});

test("the last use of a key is recorded to the minute", async () => {
  let now = Date.UTC(2026, 0, 1);
  const { request } = start(() => new Date(now));
  const lastUsed = async () => (await request("GET", "/api/v1/api-keys")).body.items[0].lastUsedAt;
  expect(await lastUsed()).toBe("2026-01-01T00:00:00.000Z");
  now += 59_000;
  expect(await lastUsed()).toBe("2026-01-01T00:00:00.000Z");
  now += 1_000;
  expect(await lastUsed()).toBe("2026-01-01T00:01:00.000Z");
});

test("the last key that can create keys cannot be deleted", async () => {
  const { request, create } = start();
  const { key } = (await request("GET", "/api/v1/me")).body;
  await create({ name: "Short", scopes: ["admin"], expiresAt: "2099-01-01T00:00:00Z" });
  expect((await request("DELETE", `/api/v1/api-keys?id=${key.id}`)).status).toBe(409);
  await create({ name: "Second", scopes: ["admin"] });
  expect((await request("DELETE", `/api/v1/api-keys?id=${key.id}`)).status).toBe(204);
});

test("a key that is deleted while the body of its request arrives changes nothing", async () => {
  const { app, url, request, create } = start();
  const { id, key } = await create({ name: "Stolen", scopes: ["admin", "read"] });
  // It is read for the first time when the key was checked.
  const pull = async (body: ReadableStreamDefaultController) => {
    await request("DELETE", `/api/v1/api-keys?id=${id}`);
    body.enqueue(Buffer.from('{"name":"Another","scopes":["read"]}'));
    body.close();
  };
  const response = await app.request(`${url}/api/v1/api-keys`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${key}` },
    body: new ReadableStream({ pull }, { highWaterMark: 0 }),
    duplex: "half",
  });
  expect(response.status).toBe(401);
  expect((await request("GET", "/api/v1/api-keys?q=another")).body.items).toEqual([]);
});
