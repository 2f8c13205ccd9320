import { Client, ClientCredentialsProvider, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { decodeJwt, SignJWT } from "jose";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { createTeam } from "../../../../src/service/auth/team.ts";
import { loadSigningKey } from "../../../../src/service/deployments/gateway/runtimeTokens.ts";
import { closeAtEnd } from "../../../support/closeAtEnd.ts";
import { startThreadFixture } from "../../../support/service/deploymentFixture.ts";
import { callGateway, getRuntimeToken, postToService } from "../../../support/service/gatewayCall.ts";

// The client is @modelcontextprotocol/client 2.4.0 with its own client credentials provider.
const fixture = await closeAtEnd(startThreadFixture());
const { serverId } = await fixture.run("healthy");
const url = new URL(`${fixture.context.baseUrl()}/mcp/${serverId}`);

const newKey = async (scopes: string[]) =>
  z
    .object({ id: z.string(), key: z.string() })
    .parse(await postToService(fixture, "/api/v1/api-keys", { name: "test", scopes }));
// This client knows only the URL, so the provider has no `expectedIssuer`.
const provider = (key: { id: string; key: string }) =>
  new ClientCredentialsProvider({ clientId: key.id, clientSecret: key.key });
/** The service in this process replaces the global `Response`, and the client requires instances of the global one. */
const ownFetch = async (address: string | URL, init?: RequestInit) => {
  const answer = await fetch(address, init);
  return new Response(answer.body, answer);
};
const connect = async (key: { id: string; key: string }, mode: "auto" | "legacy" = "auto") => {
  const authProvider = provider(key);
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(url, { authProvider, fetch: ownFetch }));
  return client;
};
const callEcho = async (client: Client) => JSON.stringify(await client.callTool({ name: "echo", arguments: { a: 1 } }));

describe("a standard client with the URL, a client id and its secret", () => {
  test.each(["auto", "legacy"] as const)("connects after the 401 response and calls a tool (%s)", async (mode) => {
    const client = await connect(await newKey(["runtime"]), mode);
    expect(await callEcho(client)).toContain("healthy");
    await client.close();
  });

  test("requests a new token when its token is rejected", async () => {
    const key = await newKey(["runtime"]);
    const authProvider = provider(key);
    const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: "auto" } });
    await client.connect(new StreamableHTTPClientTransport(url, { authProvider, fetch: ownFetch }));
    authProvider.saveTokens({
      access_token: await getRuntimeToken(fixture, fixture.makeServer("other")),
      token_type: "Bearer",
    });
    expect(await callEcho(client)).toContain("healthy");
    await client.close();
  });

  test("receives the reason when its credentials are rejected", async () => {
    const readOnly = await newKey(["read"]);
    await expect(connect(readOnly)).rejects.toThrow("This API key does not have the scope runtime.");
    await expect(connect({ ...readOnly, key: `flk_${"x".repeat(43)}` })).rejects.toThrow("its secret the key");
    const deleted = await newKey(["runtime"]);
    fixture.context.db.run("DELETE FROM api_keys WHERE id = ?", deleted.id);
    await expect(connect(deleted)).rejects.toThrow("its secret the key");
  });

  test("cannot connect to a server of another organization", async () => {
    const organizations = ["Others"];
    const members = [{ name: "Olga", email: "olga@example.org" }];
    const [olga] = createTeam(fixture.context, { organizations, members, limits: {} });
    const sql = "SELECT id FROM api_keys ORDER BY id DESC LIMIT 1";
    const id = fixture.context.db.get(z.object({ id: z.string() }), sql)?.id ?? "none";
    await expect(connect({ id, key: olga?.key ?? "" })).rejects.toThrow("must be the URL of a server's");
  });
});

describe("a token", () => {
  const claims = async () => decodeJwt(await getRuntimeToken(fixture, serverId));
  const signed = async (change: Record<string, unknown>, typ = "at+jwt") =>
    new SignJWT({ ...(await claims()), ...change })
      .setProtectedHeader({ alg: "ES256", typ })
      .sign(loadSigningKey(fixture.context).privateKey);
  const callWithToken = async (token: string) => {
    const headers = { Authorization: `Bearer ${token}` };
    const response = await callGateway(fixture, serverId, "tools/list", {}, { headers });
    await response.body?.cancel();
    return { status: response.status, challenge: response.headers.get("WWW-Authenticate") ?? "" };
  };

  test("is accepted as issued", async () => {
    expect(await callWithToken(await signed({}))).toEqual({ status: 200, challenge: "" });
  });

  test.each([
    ["of another issuer", { iss: "https://issuer.example.com" }, "does not come from this service"],
    ["without an issuer", { iss: undefined }, "does not come from this service"],
    ["for another server", { aud: "http://127.0.0.1:1/mcp/srv_other" }, "for another server"],
    ["for the service itself", { aud: "http://127.0.0.1:1" }, "for another server"],
    ["that has expired", { exp: Math.floor(Date.now() / 1000) - 60 }, "expired"],
    ["without an expiry", { exp: undefined }, "does not come from this service"],
    ["that is not valid yet", { nbf: Math.floor(Date.now() / 1000) + 3600 }, "does not come from this service"],
    ["without an API key", { client_id: undefined }, "does not come from this service"],
    ["of a deleted API key", { client_id: "key_gone" }, "no longer valid"],
  ])("%s is rejected with the reason", async (_, change, reason) => {
    const { status, challenge } = await callWithToken(await signed(change));
    expect([status, challenge]).toEqual([401, expect.stringContaining(reason)]);
    expect(challenge).toContain('error="invalid_token"');
    expect(challenge).toContain(`resource_metadata="${fixture.context.baseUrl()}/.well-known/oauth-protected-resource`);
  });

  test("of another type, such as an ID token, is rejected", async () => {
    expect((await callWithToken(await signed({}, "JWT"))).status).toBe(401);
  });
});
