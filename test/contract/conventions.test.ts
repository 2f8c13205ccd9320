import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ServiceClient } from "../../src/client/client.ts";
import { ServiceError } from "../../src/client/errors.ts";
import { createTestClock } from "../support/client/testClock.ts";
import { type ContractFixture, startContractFixture } from "./contractFixture.ts";

let bench: ContractFixture;
let client: ServiceClient;
beforeAll(async () => {
  bench = await startContractFixture();
  client = bench.client;
});
afterAll(() => bench.close());

describe("a repeated POST", () => {
  test("gets the first answer again and has no second effect", async () => {
    const name = randomUUID();
    const options = { idempotencyKey: randomUUID() };
    const first = await client.call("projects.create", { name }, options);
    expect(await client.call("projects.create", { name }, options)).toEqual(first);
    expect((await client.call("projects.list", { q: name })).items).toEqual([first]);
  });

  test("with another body under the same key is refused", async () => {
    const options = { idempotencyKey: randomUUID() };
    await client.call("projects.create", { name: "one" }, options);
    const call = client.call("projects.create", { name: "other" }, options);
    await expect(call).rejects.toMatchObject({ name: "ServiceError", status: 422, code: "idempotency_mismatch" });
  });

  test("gives a new API key's text again, which is shown nowhere else", async () => {
    const options = { idempotencyKey: randomUUID() };
    const { key } = await client.call("apiKeys.create", { name: "again" }, options);
    expect((await client.call("apiKeys.create", { name: "again" }, options)).key).toBe(key);
    expect(JSON.stringify(await client.call("apiKeys.list", {}))).not.toContain(key);
  });

  test("takes effect once however many come at the same time", async () => {
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
  test("with the etag as it was read changes, and changes the etag", async () => {
    const { id, etag } = await bench.newProject();
    const changed = await client.call("project.update", { id, description: "new" }, { ifMatch: etag });
    expect(changed.description).toBe("new");
    expect(changed.etag).not.toBe(etag);
  });

  test("with an etag that has passed changes nothing", async () => {
    const { id, etag } = await bench.newProject();
    await client.call("project.update", { id, description: "theirs" });
    const call = client.call("project.update", { id, description: "ours" }, { ifMatch: etag });
    await expect(call).rejects.toMatchObject({ name: "StaleError", status: 412, code: "stale" });
    expect((await client.call("project.get", { id })).description).toBe("theirs");
  });

  test("leaves what it does not name, and takes null for removal", async () => {
    const { id } = await client.call("projects.create", { name: "Stays", description: "goes" });
    expect(await client.call("project.update", { id, description: null })).toMatchObject({
      name: "Stays",
      description: "",
    });
  });

  test("of a server's environment adds, changes and removes one by one", async () => {
    const project = await bench.newProject();
    const { id } = await client.call("servers.create", {
      projectId: project.id,
      name: "env",
      environment: { A: "1", B: "2" },
    });
    const { environment } = await client.call("server.update", { id, environment: { A: null, C: "3" } });
    expect(Object.keys(environment ?? {}).sort()).toEqual(["B", "C"]);
  });
});

describe("a list", () => {
  test("comes page by page, newest first, each item once", async () => {
    const mark = randomUUID();
    for (let index = 0; index < 7; index += 1) await client.call("projects.create", { name: `${mark} ${index}` });
    const before = bench.log.length;
    const found: string[] = [];
    for await (const { name } of client.list("projects.list", { q: mark, limit: 3 })) found.push(name.slice(-1));
    expect(found).toEqual(["6", "5", "4", "3", "2", "1", "0"]);
    expect(bench.log.length - before).toBe(3);
  });

  test("keeps its place whatever is added meanwhile", async () => {
    const mark = randomUUID();
    for (let index = 0; index < 4; index += 1) await client.call("projects.create", { name: `${mark} ${index}` });
    const found: string[] = [];
    for await (const { name } of client.list("projects.list", { q: mark, limit: 2 })) {
      found.push(name.slice(-1));
      await client.call("projects.create", { name: `${mark} new` });
    }
    expect(found).toEqual(["3", "2", "1", "0"]);
  });

  test("refuses limits and cursors that are none", async () => {
    for (const input of [{ limit: 0 }, { limit: 201 }, { limit: "many" }, { cursor: "!" }]) {
      const call = client.call("projects.list", input);
      await expect(call).rejects.toMatchObject({ status: 400, errors: [{ path: Object.keys(input)[0] }] });
    }
  });

  test("finds nothing by a text that only a pattern would match", async () => {
    expect((await client.call("projects.list", { q: "%" })).items).toEqual([]);
  });
});

describe("a limit", () => {
  test("of the rate is waited for as long as the service asks, and the call succeeds", async () => {
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
    // Each is told, or waits, what is left of the second that one of them was told of.
    const told = failures.map((failure) => (failure instanceof ServiceError ? failure.retryAfterMs : undefined) ?? 0);
    expect(Math.min(...told, ...waits)).toBeGreaterThan(500);
    expect(Math.max(...told, ...waits)).toBeLessThanOrEqual(1001);
    expect(waits).toHaveLength(3);
    await own.close();
    await limited.close();
  });

  test("of the size is told before the service has read it all", async () => {
    const small = await startContractFixture({ bodyLimit: 2000 });
    const call = small.client.call("projects.create", { name: "a", description: "x".repeat(2000) });
    await expect(call).rejects.toMatchObject({ name: "ServiceError", status: 413, code: "too_large" });
    await small.close();
  });
});

test("a deletion by an old key fails, and the key is gone at once", async () => {
  const { client: other, keyId } = await bench.clientWith(["read"]);
  await other.call("me.get", {});
  await client.call("apiKeys.delete", { id: keyId });
  await expect(other.call("me.get", {})).rejects.toMatchObject({ name: "UnauthorizedError" });
  await expect(client.call("apiKeys.delete", { id: keyId })).rejects.toMatchObject({ name: "NotFoundError" });
});

test("the answer of raw is what call makes its model from", async () => {
  const { id } = await bench.newProject();
  expect(await client.fetchJson("project.get", { id })).toEqual(await client.call("project.get", { id }));
});

test("a wrong path of the URL is said to be one", async () => {
  const call = bench.clientOf(bench.key, `${bench.url}/nowhere`).call("me.get", {});
  await expect(call).rejects.toMatchObject({
    name: "NotFoundError",
    detail: "There is nothing at /nowhere/api/v1/me.",
  });
});

describe("a token by OAuth", () => {
  const grant = { grant_type: "client_credentials" };

  test("needs a client that is a key with its id", async () => {
    const call = client.call("runtime.oauthToken", { ...grant, client_id: "key_none", client_secret: "flk_wrong" });
    await expect(call).rejects.toMatchObject({ name: "UnauthorizedError", code: "invalid_client" });
  });

  test("needs the scope", async () => {
    const { key, keyId } = await bench.clientWith(["read"]);
    const call = client.call("runtime.oauthToken", { ...grant, client_id: keyId, client_secret: key });
    await expect(call).rejects.toMatchObject({ name: "ServiceError", code: "unauthorized_client" });
  });

  test("needs a resource that is there", async () => {
    const { key, keyId } = await bench.clientWith(["runtime"]);
    const resource = `${bench.url}/mcp/srv_none`;
    const call = client.call("runtime.oauthToken", { ...grant, client_id: keyId, client_secret: key, resource });
    await expect(call).rejects.toMatchObject({ name: "ServiceError", code: "invalid_target" });
  });

  test("is only given for client credentials", async () => {
    const call = client.call("runtime.oauthToken", { grant_type: "password" });
    await expect(call).rejects.toMatchObject({ name: "ServiceError", code: "unsupported_grant_type" });
  });
});

describe("a ticket for connecting an account", () => {
  test("is for the page of that server and scheme, and short", async () => {
    const { id: serverId } = await bench.accountServer();
    const ticket = await client.call("runtime.token", { serverId, account: "login" });
    expect(ticket).toMatchObject({ tokenType: "Bearer", resource: `${bench.url}/connect/${serverId}/login` });
    expect(ticket.expiresIn).toBe(120);
    const asked = await client.call("runtime.token", { serverId, account: "login", ttlSeconds: 86_400 });
    expect(asked.expiresIn).toBe(300);
  });

  test("needs the scope write beside runtime", async () => {
    const { id: serverId } = await bench.accountServer();
    const { client: other } = await bench.clientWith(["runtime"]);
    const call = other.call("runtime.token", { serverId, account: "login" });
    await expect(call).rejects.toMatchObject({ name: "ForbiddenError", code: "forbidden" });
    await other.call("runtime.token", { serverId });
  });

  test("is not given for a scheme that the server wants no account by", async () => {
    const { id: serverId } = await bench.accountServer();
    const call = client.call("runtime.token", { serverId, account: "other" });
    await expect(call).rejects.toMatchObject({ name: "NotFoundError", code: "not_found" });
  });
});
