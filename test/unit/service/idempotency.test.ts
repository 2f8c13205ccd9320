import { expect, onTestFinished, test } from "vitest";
import { createApp } from "../../../src/service/app.ts";
import { everything } from "../../support/everything.ts";
import { serviceInMemory } from "../../support/serviceInMemory.ts";

const path = "/api/v1/projects";
const headers = { "Idempotency-Key": "one" };

function start(clock?: () => Date) {
  const service = serviceInMemory(clock ? { clock } : {});
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
  expect(everything(context.db)).not.toContain(first.body.key);
});

test("a repetition while the first still runs is told so, and one that failed is free again", async () => {
  const { context, url, firstKey } = start();
  const refuse = () => {
    throw new Error("not asked in this test");
  };
  const turns: ((fail: boolean) => void)[] = [];
  const slow = async () => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    turns.push(resolve);
    if (await promise) throw new Error("it failed");
    return {
      accessToken: "t",
      tokenType: "Bearer" as const,
      expiresIn: 1,
      expiresAt: "2026-01-01T00:00:00Z",
      resource: "r",
    };
  };
  const handlers = new Proxy({} as Parameters<typeof createApp>[1], {
    get: (_, name) => (name === "runtime.token" ? slow : refuse),
  });
  const app = createApp(context, handlers);
  const send = () =>
    app.request(`${url}/api/v1/runtime/auth/token`, {
      method: "POST",
      headers: { Authorization: `Bearer ${firstKey}`, "Content-Type": "application/json", ...headers },
      body: '{"serverId":"srv_1"}',
    });
  const first = send();
  await expect.poll(() => turns.length).toBe(1);
  expect((await send()).status).toBe(409);
  turns[0]?.(true);
  expect((await first).status).toBe(500);
  const again = send();
  await expect.poll(() => turns.length).toBe(2);
  turns[1]?.(false);
  expect((await again).status).toBe(200);
  expect((await send()).headers.get("Idempotent-Replayed")).toBe("true");
});
