import { afterEach, expect, test, vi } from "vitest";
import { exchangeCode, logIn, postToken } from "../../../support/oauth/agentLogin.ts";
import { requireValue } from "../../../support/service/requireValue.ts";
import { useServedService } from "../../../support/service/useServedService.ts";

const served = await useServedService();
const service = { url: served.service.url, key: requireValue(served.service.firstKey) };
const server = await served.api.call("servers.create", { projectId: served.project.id, name: "Pet Shop" });
afterEach(() => void vi.useRealTimers());

const second = 1000;
const day = 24 * 3600 * second;
const pass = (ms: number) => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms });
const start = () => logIn(service, `${service.url}/mcp/${server.id}`);
const listGrants = async () => (await served.api.readGrants({ serverId: server.id })).items;
const refresh = (clientId: string, token = "") =>
  postToken(service, { grant_type: "refresh_token", client_id: clientId, refresh_token: token });

test("an agent is listed as soon as it is allowed, and can lose its access before it has a token", async () => {
  const login = await start();
  const [grant] = await listGrants();
  expect(grant).toMatchObject({ client: "Claude Code", lastUsedAt: null });
  await served.api.revokeGrant(requireValue(grant).id);
  expect(await listGrants()).toEqual([]);
  expect(await exchangeCode(service, login)).toMatchObject({
    ...{ status: 400, error: "invalid_grant", error_description: "The access was revoked. Log in again." },
  });
  expect(await listGrants()).toEqual([]);
});

test("a code is valid for a minute, and an agent that fetched no token is not listed after two", async () => {
  const early = await start();
  const late = await start();
  pass(59 * second);
  expect(await exchangeCode(service, early)).toMatchObject({ status: 200 });
  pass(2 * second);
  expect(await exchangeCode(service, late)).toMatchObject({ status: 400, error: "invalid_grant" });
  expect(await listGrants()).toHaveLength(2);
  pass(60 * second);
  const [left, ...others] = await listGrants();
  expect(others).toEqual([]);
  await served.api.revokeGrant(requireValue(left).id);
});

test("a login ends when it was not used for 90 days", async () => {
  const login = await start();
  const first = await exchangeCode(service, login);
  pass(89 * day);
  const next = await refresh(login.clientId, first.refresh_token);
  expect(next.status).toBe(200);
  pass(89 * day);
  const last = await refresh(login.clientId, next.refresh_token);
  expect(last.status).toBe(200);
  pass(91 * day);
  expect(await refresh(login.clientId, last.refresh_token)).toMatchObject({
    ...{ status: 400, error_description: "The login has ended because it was not used. Log in again." },
  });
  expect(await listGrants()).toEqual([]);
});

test("a code for a server that was archived meanwhile gives no token until it is restored", async () => {
  const login = await start();
  await served.api.call("server.update", { id: server.id, archived: true });
  expect(await exchangeCode(service, login)).toMatchObject({
    ...{ status: 400, error_description: "The server is archived. Restore it to call it." },
  });
  await served.api.call("server.update", { id: server.id, archived: false });
});
