import { afterAll, expect, test } from "vitest";
import { createInMemoryService } from "../../../support/service/inMemoryService.ts";

const account = {
  ...{ scheme: "login", variable: "CALENDAR_TOKEN", scopes: ["read"] },
  ...{ authorizationUrl: "https://id.example/a", tokenUrl: "https://id.example/t" },
};

const service = createInMemoryService({ runners: { kubernetes: { context: "team", namespace: undefined } } });
afterAll(() => service.close());

async function makeServer(runsOn: string, status?: string) {
  const { request, context } = service;
  const [project] = (await request("GET", "/api/v1/projects")).body.items;
  const body = { projectId: project.id, name: "Calendar" };
  const { id } = (await request("POST", "/api/v1/servers", { body })).body;
  const files = [{ path: "server.mjs", content: "" }];
  const source = { kind: "files", files, entry: "server.mjs", accounts: [account] };
  await request("POST", `/api/v1/server/generate?id=${id}`, { body: { version: "1.0.0", source } });
  await service.waitForGeneration(id);
  context.db.run("UPDATE servers SET runs_on = ? WHERE id = ?", runsOn, id);
  const at = context.clock().toISOString();
  if (status !== undefined)
    context.db.run(
      `INSERT INTO oauth_connections (id, server_id, scheme, user_id, provider, scopes_json, status, client_json, connected_at,
         created_at, updated_at) VALUES (?, ?, 'login', (SELECT id FROM users LIMIT 1), 'https://id.example', '[]', ?, '{}', ?, ?, ?)`,
      ...[context.newId("oac_"), id, status, at, at, at],
    );
  const deploy = (environment?: object) =>
    request("POST", `/api/v1/server/deploy?id=${id}`, { body: environment ? { environment } : {} });
  return { deploy };
}

test("a deployment in a cluster is refused before it starts if it would not receive its connected account", async () => {
  const { deploy } = await makeServer("kubernetes", "connected");
  const refused = await deploy();
  expect(refused).toMatchObject({ status: 422, body: { errors: [{ path: "environment.CALENDAR_TOKEN" }] } });
  expect(refused.body.detail).toBe(
    'A server that runs on "kubernetes" cannot use the connected accounts of login. Set "runsOn" to "container" or "process", or give a token of your own in CALENDAR_TOKEN.',
  );
  expect((await service.request("GET", "/api/v1/deployments")).body.items).toEqual([]);
});

test.each<[string, string, string | undefined, object | undefined]>([
  ["without an account", "kubernetes", undefined, undefined],
  ["with an account that was revoked", "kubernetes", "revoked", undefined],
  ["with a token of the user", "kubernetes", "connected", { CALENDAR_TOKEN: "own" }],
  ["as a process", "process", "connected", undefined],
])("a server %s is deployed", async (_name, runsOn, status, environment) => {
  const { deploy } = await makeServer(runsOn, status);
  expect((await deploy(environment)).status).toBe(202);
});
