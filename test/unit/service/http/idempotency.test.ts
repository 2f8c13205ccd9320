import { expect, test } from "vitest";
import { useInMemoryService } from "../../../support/service/useInMemoryService.ts";
import { readDatabaseText } from "../../../support/storage/readDatabaseText.ts";

const path = "/api/v1/projects";
const headers = { "Idempotency-Key": "one" };

function start(clock?: () => Date) {
  const service = useInMemoryService(clock ? { clock } : {});
  const count = async () => (await service.request("GET", path)).body.items.length;
  return { ...service, count };
}

test("a request with the same key and body returns the first response and has no second effect", async () => {
  const { request, count } = start();
  const first = await request("POST", path, { body: { name: "Pets" }, headers });
  const second = await request("POST", path, { body: { name: "Pets" }, headers });
  expect(second.body).toEqual(first.body);
  expect([second.status, second.headers.get("ETag"), second.headers.get("Idempotent-Replayed")]).toEqual([
    201,
    '"1"',
    "true",
  ]);
  expect(await count()).toBe(2);
});

test("many concurrent requests with the same key have one effect", async () => {
  const { request, count } = start();
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => request("POST", path, { body: { name: "Pets" }, headers })),
  );
  expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1);
  expect(await count()).toBe(2);
});

test("a request with the same key and another body is rejected", async () => {
  const { request, count } = start();
  await request("POST", path, { body: { name: "Pets" }, headers });
  const reply = await request("POST", path, { body: { name: "Cats" }, headers });
  expect([reply.status, reply.body.code]).toEqual([422, "idempotency_mismatch"]);
  expect(await count()).toBe(2);
});

test("the same idempotency key of two callers belongs to two requests", async () => {
  const { request, count, issueKey } = start();
  await request("POST", path, { body: { name: "Pets" }, headers });
  await request("POST", path, { body: { name: "Pets" }, headers, key: issueKey("other") });
  expect(await count()).toBe(3);
});

test("a rejected request can be sent again with the same key", async () => {
  const { request } = start();
  const wrong = { projectId: "prj_nope", name: "Server" };
  expect((await request("POST", "/api/v1/servers", { body: wrong, headers })).status).toBe(404);
  const [{ id }] = (await request("GET", path)).body.items;
  expect((await request("POST", "/api/v1/servers", { body: { projectId: id, name: "Server" }, headers })).status).toBe(
    201,
  );
});

test("a response is stored for 24 hours", async () => {
  let now = Date.UTC(2026, 0, 1);
  const { request, count } = start(() => new Date(now));
  await request("POST", path, { body: { name: "Pets" }, headers });
  now += 24 * 60 * 60 * 1000;
  await request("POST", path, { body: { name: "Pets" }, headers });
  expect(await count()).toBe(2);
  now += 1;
  await request("POST", path, { body: { name: "Pets" }, headers });
  expect(await count()).toBe(3);
});

test("an API key in a stored response is not stored in plain text", async () => {
  const { request, context } = start();
  const first = await request("POST", "/api/v1/api-keys", { body: { name: "Robot" }, headers });
  const second = await request("POST", "/api/v1/api-keys", { body: { name: "Robot" }, headers });
  expect(second.body.key).toBe(first.body.key);
  expect(readDatabaseText(context.db)).not.toContain(first.body.key);
});

test("a repeated token request issues a new token, because the first one may have expired", async () => {
  let now = Date.UTC(2026, 0, 1);
  const { request, context } = start(() => new Date(now));
  const [{ id: projectId }] = (await request("GET", path)).body.items;
  const { id: serverId } = (await request("POST", "/api/v1/servers", { body: { projectId, name: "Server" } })).body;
  const token = () => request("POST", "/api/v1/runtime/auth/token", { body: { serverId, ttlSeconds: 60 }, headers });
  const first = await token();
  expect(readDatabaseText(context.db)).not.toContain(first.body.accessToken);
  now += 61_000;
  const second = await token();
  expect([second.status, second.headers.get("Idempotent-Replayed"), second.body.expiresAt]).toEqual([
    200,
    null,
    "2026-01-01T00:02:01.000Z",
  ]);
});
