import { afterAll, describe, expect, test } from "vitest";
import { startContractFixture } from "./contractFixture.ts";

const fixture = await startContractFixture();
const client = fixture.client;
afterAll(() => fixture.close());

test("a limit on the size is enforced before the service reads the whole body", async () => {
  const small = await startContractFixture({ bodyLimit: 2000 });
  const call = small.client.call("projects.create", { name: "a", description: "x".repeat(2000) });
  await expect(call).rejects.toMatchObject({ name: "ServiceError", status: 413, code: "too_large" });
  await small.close();
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
