import { expect, onTestFinished, test } from "vitest";
import { createInMemoryService } from "../../support/service/inMemoryService.ts";
import { readDatabaseText } from "../../support/service/readDatabaseText.ts";

const path = "/api/v1/projects";
const headers = { "Idempotency-Key": "one" };

function start(clock?: () => Date) {
  const service = createInMemoryService(clock ? { clock } : {});
  onTestFinished(service.close);
  const count = async () => (await service.ask("GET", path)).body.items.length;
  return { ...service, count };
}

test("the same key and body get the first answer again, and one effect", async () => {
  const { ask, count } = start();
  const first = await ask("POST", path, { body: { name: "Pets" }, headers });
  const second = await ask("POST", path, { body: { name: "Pets" }, headers });
  expect(second.body).toEqual(first.body);
  expect([second.status, second.headers.get("ETag"), second.headers.get("Idempotent-Replayed")]).toEqual([
    201,
    '"1"',
    "true",
  ]);
  expect(await count()).toBe(2);
});

test("many at once have one effect", async () => {
  const { ask, count } = start();
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => ask("POST", path, { body: { name: "Pets" }, headers })),
  );
  expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1);
  expect(await count()).toBe(2);
});

test("the same key with another body is refused", async () => {
  const { ask, count } = start();
  await ask("POST", path, { body: { name: "Pets" }, headers });
  const reply = await ask("POST", path, { body: { name: "Cats" }, headers });
  expect([reply.status, reply.body.code]).toEqual([422, "idempotency_mismatch"]);
  expect(await count()).toBe(2);
});

test("keys of different callers do not meet", async () => {
  const { ask, count, issueKey } = start();
  await ask("POST", path, { body: { name: "Pets" }, headers });
  await ask("POST", path, { body: { name: "Pets" }, headers, key: issueKey("other") });
  expect(await count()).toBe(3);
});

test("a refused request may be sent again with the same key", async () => {
  const { ask } = start();
  const wrong = { projectId: "prj_nope", name: "Server" };
  expect((await ask("POST", "/api/v1/servers", { body: wrong, headers })).status).toBe(404);
  const [{ id }] = (await ask("GET", path)).body.items;
  expect((await ask("POST", "/api/v1/servers", { body: { projectId: id, name: "Server" }, headers })).status).toBe(201);
});

test("an answer is kept for 24 hours", async () => {
  let now = Date.UTC(2026, 0, 1);
  const { ask, count } = start(() => new Date(now));
  await ask("POST", path, { body: { name: "Pets" }, headers });
  now += 24 * 60 * 60 * 1000;
  await ask("POST", path, { body: { name: "Pets" }, headers });
  expect(await count()).toBe(2);
  now += 1;
  await ask("POST", path, { body: { name: "Pets" }, headers });
  expect(await count()).toBe(3);
});

test("a key in a kept answer does not lie there in plain", async () => {
  const { ask, context } = start();
  const first = await ask("POST", "/api/v1/api-keys", { body: { name: "Robot" }, headers });
  const second = await ask("POST", "/api/v1/api-keys", { body: { name: "Robot" }, headers });
  expect(second.body.key).toBe(first.body.key);
  expect(readDatabaseText(context.db)).not.toContain(first.body.key);
});

test("a token is made anew for a repetition: the first one may have expired", async () => {
  let now = Date.UTC(2026, 0, 1);
  const { ask, context } = start(() => new Date(now));
  const [{ id: projectId }] = (await ask("GET", path)).body.items;
  const { id: serverId } = (await ask("POST", "/api/v1/servers", { body: { projectId, name: "Server" } })).body;
  const token = () => ask("POST", "/api/v1/runtime/auth/token", { body: { serverId, ttlSeconds: 60 }, headers });
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
