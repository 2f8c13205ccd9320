import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ServiceClient } from "../../src/client/client.ts";
import { ServiceError } from "../../src/client/errors.ts";
import { createTestClock } from "../support/client/testClock.ts";
import { type ContractFixture, startContractFixture } from "./contractFixture.ts";

let fixture: ContractFixture;
let client: ServiceClient;
beforeAll(async () => {
  fixture = await startContractFixture();
  client = fixture.client;
});
afterAll(() => fixture.close());

describe("a repeated POST", () => {
  test("returns the first response and has no second effect", async () => {
    const name = randomUUID();
    const options = { idempotencyKey: randomUUID() };
    const first = await client.call("projects.create", { name }, options);
    expect(await client.call("projects.create", { name }, options)).toEqual(first);
    expect((await client.call("projects.list", { q: name })).items).toEqual([first]);
  });

  test("with another body under the same key is rejected", async () => {
    const options = { idempotencyKey: randomUUID() };
    await client.call("projects.create", { name: "one" }, options);
    const call = client.call("projects.create", { name: "other" }, options);
    await expect(call).rejects.toMatchObject({ name: "ServiceError", status: 422, code: "idempotency_mismatch" });
  });

  test("returns the text of a new API key again, which no list contains", async () => {
    const options = { idempotencyKey: randomUUID() };
    const { key } = await client.call("apiKeys.create", { name: "again" }, options);
    expect((await client.call("apiKeys.create", { name: "again" }, options)).key).toBe(key);
    expect(JSON.stringify(await client.call("apiKeys.list", {}))).not.toContain(key);
  });

  test("has one effect when several arrive at the same time", async () => {
    const name = randomUUID();
    const options = { idempotencyKey: randomUUID() };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => client.call("projects.create", { name }, options)),
    );
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect((await client.call("projects.list", { q: name })).items).toHaveLength(1);
  });
});

describe("a PATCH", () => {
  test("with the current etag changes the item and its etag", async () => {
    const { id, etag } = await fixture.newProject();
    const changed = await client.call("project.update", { id, description: "new" }, { ifMatch: etag });
    expect(changed.description).toBe("new");
    expect(changed.etag).not.toBe(etag);
  });

  test("with a stale etag returns 412 and changes nothing", async () => {
    const { id, etag } = await fixture.newProject();
    await client.call("project.update", { id, description: "theirs" });
    const call = client.call("project.update", { id, description: "ours" }, { ifMatch: etag });
    await expect(call).rejects.toMatchObject({ name: "StaleError", status: 412, code: "stale" });
    expect((await client.call("project.get", { id })).description).toBe("theirs");
  });

  test("leaves omitted fields unchanged, and null clears a field", async () => {
    const { id } = await client.call("projects.create", { name: "Stays", description: "goes" });
    expect(await client.call("project.update", { id, description: null })).toMatchObject({
      name: "Stays",
      description: "",
    });
  });

  test("of a server's environment adds, changes and removes single variables", async () => {
    const project = await fixture.newProject();
    const { id } = await client.call("servers.create", {
      projectId: project.id,
      name: "env",
      environment: { A: "1", B: "2" },
    });
    const { environment } = await client.call("server.update", { id, environment: { A: null, C: "3" } });
    expect(Object.keys(environment ?? {}).sort()).toEqual(["B", "C"]);
  });
});

describe("archived", () => {
  test("takes an item out of its list, which includeArchived shows, and false restores it", async () => {
    const { id, name } = await client.call("projects.create", { name: randomUUID() });
    expect(await client.call("project.update", { id, archived: true })).toMatchObject({
      archived: true,
      archivedAt: expect.any(String),
    });
    expect((await client.call("projects.list", { q: name })).items).toEqual([]);
    expect((await client.call("projects.list", { q: name, includeArchived: true })).items).toMatchObject([{ id }]);
    expect((await client.call("projects.list", { q: name, includeArchived: false })).items).toEqual([]);
    const restored = await client.call("project.update", { id, archived: false });
    expect(restored).toMatchObject({ archived: false, archivedAt: null });
    expect((await client.call("projects.list", { q: name })).items).toEqual([restored]);
  });

  test("needs the scope write and the current etag", async () => {
    const { id, etag } = await fixture.newProject();
    const reader = (await fixture.clientWith(["read"])).client;
    await expect(reader.call("project.update", { id, archived: true })).rejects.toMatchObject({ status: 403 });
    await client.call("project.update", { id, description: "newer" });
    const call = client.call("project.update", { id, archived: true }, { ifMatch: etag });
    await expect(call).rejects.toMatchObject({ status: 412 });
    expect(await client.call("project.get", { id })).toMatchObject({ archived: false });
  });
});

describe("a list", () => {
  test("is returned in pages, newest first, each item once", async () => {
    const mark = randomUUID();
    for (let index = 0; index < 7; index += 1) await client.call("projects.create", { name: `${mark} ${index}` });
    const before = fixture.log.length;
    const found: string[] = [];
    for await (const { name } of client.list("projects.list", { q: mark, limit: 3 })) found.push(name.slice(-1));
    expect(found).toEqual(["6", "5", "4", "3", "2", "1", "0"]);
    expect(fixture.log.length - before).toBe(3);
  });

  test("continues at the same position when items are created in between", async () => {
    const mark = randomUUID();
    for (let index = 0; index < 4; index += 1) await client.call("projects.create", { name: `${mark} ${index}` });
    const found: string[] = [];
    for await (const { name } of client.list("projects.list", { q: mark, limit: 2 })) {
      found.push(name.slice(-1));
      await client.call("projects.create", { name: `${mark} new` });
    }
    expect(found).toEqual(["3", "2", "1", "0"]);
  });

  test("rejects invalid limits and cursors", async () => {
    for (const input of [{ limit: 0 }, { limit: 201 }, { limit: "many" }, { cursor: "!" }]) {
      const call = client.call("projects.list", input);
      await expect(call).rejects.toMatchObject({ status: 400, errors: [{ path: Object.keys(input)[0] }] });
    }
  });

  test("matches the search text literally", async () => {
    expect((await client.call("projects.list", { q: "%" })).items).toEqual([]);
  });
});

describe("a limit", () => {
  test("on the rate makes the client wait as long as the service requires, and the call succeeds", async () => {
    const limited = await startContractFixture({ rateLimit: { burst: 3, perSecond: 1 } });
    const { createServiceClient } = await import("../../src/client/createServiceClient.ts");
    const clock = createTestClock();
    const waits: number[] = [];
    const own = createServiceClient({
      baseUrl: limited.url,
      key: async () => limited.key,
      clock: { now: clock.now, wait: async (ms) => void waits.push(ms) },
      random: () => 0,
    });
    const answers = Array.from({ length: 4 }, () => own.call("me.get", {}).catch((error: unknown) => error));
    const failures = (await Promise.all(answers)).filter((answer) => answer instanceof Error);
    expect(failures).toMatchObject([{ name: "RateLimitedError", status: 429 }]);
    // The rejected call and the waiting ones have the rest of the same second as their delay.
    const retryDelays = failures.map(
      (failure) => (failure instanceof ServiceError ? failure.retryAfterMs : undefined) ?? 0,
    );
    expect(Math.min(...retryDelays, ...waits)).toBeGreaterThan(500);
    expect(Math.max(...retryDelays, ...waits)).toBeLessThanOrEqual(1001);
    expect(waits).toHaveLength(3);
    await own.close();
    await limited.close();
  });

  test("on the size is enforced before the service reads the whole body", async () => {
    const small = await startContractFixture({ bodyLimit: 2000 });
    const call = small.client.call("projects.create", { name: "a", description: "x".repeat(2000) });
    await expect(call).rejects.toMatchObject({ name: "ServiceError", status: 413, code: "too_large" });
    await small.close();
  });
});

test("a deleted key is rejected at once, and deleting it again returns 404", async () => {
  const { client: other, keyId } = await fixture.clientWith(["read"]);
  await other.call("me.get", {});
  await client.call("apiKeys.delete", { id: keyId });
  await expect(other.call("me.get", {})).rejects.toMatchObject({ name: "UnauthorizedError" });
  await expect(client.call("apiKeys.delete", { id: keyId })).rejects.toMatchObject({ name: "NotFoundError" });
});

test("fetchJson returns the same data as call", async () => {
  const { id } = await fixture.newProject();
  expect(await client.fetchJson("project.get", { id })).toEqual(await client.call("project.get", { id }));
});

test("an unknown path of the URL is reported as such", async () => {
  const call = fixture.clientOf(fixture.key, `${fixture.url}/nowhere`).call("me.get", {});
  await expect(call).rejects.toMatchObject({
    name: "NotFoundError",
    detail: "There is nothing at /nowhere/api/v1/me.",
  });
});

describe("an OAuth token request", () => {
  const grant = { grant_type: "client_credentials" };

  test("requires a key and its id as client credentials", async () => {
    const call = client.call("runtime.oauthToken", { ...grant, client_id: "key_none", client_secret: "flk_wrong" });
    await expect(call).rejects.toMatchObject({ name: "UnauthorizedError", code: "invalid_client" });
  });

  test("requires the scope", async () => {
    const { key, keyId } = await fixture.clientWith(["read"]);
    const call = client.call("runtime.oauthToken", { ...grant, client_id: keyId, client_secret: key });
    await expect(call).rejects.toMatchObject({ name: "ServiceError", code: "unauthorized_client" });
  });

  test("requires an existing resource", async () => {
    const { key, keyId } = await fixture.clientWith(["runtime"]);
    const resource = `${fixture.url}/mcp/srv_none`;
    const call = client.call("runtime.oauthToken", { ...grant, client_id: keyId, client_secret: key, resource });
    await expect(call).rejects.toMatchObject({ name: "ServiceError", code: "invalid_target" });
  });

  test("requires the grant type client_credentials", async () => {
    const call = client.call("runtime.oauthToken", { grant_type: "password" });
    await expect(call).rejects.toMatchObject({ name: "ServiceError", code: "unsupported_grant_type" });
  });
});

describe("a ticket for connecting an account", () => {
  test("is valid for one server and scheme, and for a short time", async () => {
    const { id: serverId } = await fixture.accountServer();
    const ticket = await client.call("runtime.token", { serverId, account: "login" });
    expect(ticket).toMatchObject({ tokenType: "Bearer", resource: `${fixture.url}/connect/${serverId}/login` });
    expect(ticket.expiresIn).toBe(120);
    const longest = await client.call("runtime.token", { serverId, account: "login", ttlSeconds: 86_400 });
    expect(longest.expiresIn).toBe(300);
  });

  test("requires the scope write in addition to runtime", async () => {
    const { id: serverId } = await fixture.accountServer();
    const { client: other } = await fixture.clientWith(["runtime"]);
    const call = other.call("runtime.token", { serverId, account: "login" });
    await expect(call).rejects.toMatchObject({ name: "ForbiddenError", code: "forbidden" });
    await other.call("runtime.token", { serverId });
  });

  test("is not issued for an unknown scheme", async () => {
    const { id: serverId } = await fixture.accountServer();
    const call = client.call("runtime.token", { serverId, account: "other" });
    await expect(call).rejects.toMatchObject({ name: "NotFoundError", code: "not_found" });
  });
});
