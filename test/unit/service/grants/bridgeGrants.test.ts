import { afterAll, expect, test } from "vitest";
import * as z from "zod";
import { createServiceClient } from "../../../../src/client/createServiceClient.ts";
import { createTeam } from "../../../../src/service/auth/team.ts";
import { startThreadFixture } from "../../../support/service/deploymentFixture.ts";
import { callGateway } from "../../../support/service/gatewayCall.ts";
import { requireValue } from "../../../support/service/requireValue.ts";
import { sendWithToken } from "../../../support/service/sendWithToken.ts";
import { testControl } from "../../../support/service/testControl.ts";

const fixture = await startThreadFixture();
const serverId = (await fixture.run("healthy")).serverId;
afterAll(() => fixture.close());

const postControl = async (path: string, body: unknown, control = testControl.control) => {
  const response = await sendWithToken(fixture.context.baseUrl() + path, control, { body });
  return { status: response.status, body: z.record(z.string(), z.unknown()).parse(await response.json()) };
};
const createGrant = async (id = serverId, client = "Claude Desktop") => {
  const { status, body } = await postControl("/local/grants", { serverId: id, client, userAgent: "bridge/1" });
  expect(status).toBe(201);
  return z.string().startsWith("grt_").parse(body.id);
};
const readToken = async (grantId: string) => {
  const { status, body } = await postControl("/local/grants/token", { grantId });
  expect(status).toBe(200);
  return z.object({ accessToken: z.string(), expiresAt: z.iso.datetime(), url: z.string() }).parse(body);
};
const listTools = async (token: string, id = serverId) => {
  const headers = { Authorization: `Bearer ${token}` };
  const response = await callGateway(fixture, id, "tools/list", {}, { headers });
  const text = await response.text();
  return { status: response.status, text, challenge: response.headers.get("WWW-Authenticate") };
};
const openApi = (key = fixture.key) =>
  createServiceClient({ baseUrl: fixture.context.baseUrl(), key: async () => key });
const readGrant = async (id: string) =>
  (await openApi().readGrants({ serverId })).items.find((grant) => grant.id === id);

test("a grant of the bridge gets tokens for its server, and is listed with its last use", async () => {
  const id = await createGrant();
  expect(await readGrant(id)).toMatchObject({ client: "Claude Desktop", kind: "bridge", serverId, lastUsedAt: null });
  const token = await readToken(id);
  expect(token.url).toBe(`${fixture.context.baseUrl()}/mcp/${serverId}`);
  expect((await listTools(token.accessToken)).status).toBe(200);
  expect(await readGrant(id)).toMatchObject({ lastUsedAt: expect.stringMatching(/Z$/), expiresAt: null });
  expect((await listTools(token.accessToken, fixture.makeServer("other"))).status).toBe(401);
});

test("a revoked grant leaves the list, and neither its token nor a new one works", async () => {
  const id = await createGrant();
  const { accessToken } = await readToken(id);
  await openApi().revokeGrant(id);
  expect(await readGrant(id)).toBeUndefined();
  expect(await listTools(accessToken)).toMatchObject({
    status: 401,
    challenge: expect.stringContaining("The access was revoked."),
  });
  expect(await postControl("/local/grants/token", { grantId: id })).toMatchObject({
    status: 403,
    body: { detail: "The access was revoked. Log in again." },
  });
  await expect(openApi().revokeGrant(id)).rejects.toThrow("There is no access");
});

test("a recorded call names the agent of the grant", async () => {
  const { accessToken } = await readToken(await createGrant());
  const api = openApi();
  const id = requireValue(fixture.supervisor.live(serverId)).deploymentId;
  await api.changeRecording(id, true);
  const headers = { Authorization: `Bearer ${accessToken}` };
  await (await callGateway(fixture, serverId, "tools/call", { name: "echo", arguments: {} }, { headers })).text();
  const readTraces = async () => (await api.readTraces({ id, after: 0 })).traces;
  await expect.poll(readTraces).toMatchObject([{ tool: "echo", keyName: "Claude Desktop" }]);
  await api.changeRecording(id, false);
});

test("an open stream ends when its grant is revoked", async () => {
  const { serverId: streaming } = await fixture.run("streaming");
  const id = await createGrant(streaming);
  const { accessToken, url } = await readToken(id);
  const stream = await fetch(url, { headers: { Authorization: `Bearer ${accessToken}` } });
  expect(stream.headers.get("Content-Type")).toBe("text/event-stream");
  await openApi().revokeGrant(id);
  await stream.text();
});

test("a grant ends with its server", async () => {
  const gone = fixture.makeServer("gone");
  const id = await createGrant(gone);
  expect((await postControl("/local/grants/token", { grantId: id })).status).toBe(409);
  fixture.context.db.run("DELETE FROM servers WHERE id = ?", gone);
  expect((await postControl("/local/grants/token", { grantId: id })).status).toBe(404);
});

test("only the control token of the service's own user creates grants and gets tokens", async () => {
  const id = await createGrant();
  expect((await postControl("/local/grants", { serverId, client: "x" }, fixture.key)).status).toBe(401);
  expect((await postControl("/local/grants/token", { grantId: id }, fixture.key)).status).toBe(401);
});

test("a grant needs a server and a name, in which hidden characters are visible", async () => {
  expect((await postControl("/local/grants", { serverId: "srv_none", client: "x" })).status).toBe(404);
  expect((await postControl("/local/grants", { serverId })).status).toBe(400);
  const id = await createGrant(serverId, "Cur\u202Esor\n\nnew");
  expect((await readGrant(id))?.client).toBe("Cur<U+202E>sor new");
});

test("a member neither sees nor revokes the grants of another", async () => {
  const id = await createGrant();
  const members = [{ name: "Olga", email: "olga@example.org" }];
  const [olga] = createTeam(fixture.context, { organizations: [], members, limits: {} });
  const api = openApi(requireValue(olga).key);
  expect((await api.readGrants({})).items).toEqual([]);
  await expect(api.revokeGrant(id)).rejects.toThrow("There is no access");
});
