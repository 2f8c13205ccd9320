import { afterAll, beforeAll, expect, test } from "vitest";
import { apiKeyScopes, type Operation } from "../../../src/contract/operation.ts";
import { type OperationName, operationTable } from "../../../src/contract/operations.ts";
import { createOpenapiDocument } from "../../../src/service/openapi/openapiDocument.ts";
import { createInMemoryService } from "../../support/service/inMemoryService.ts";
import { createSkillText } from "../../support/skills/skillText.ts";
import { readDatabaseText } from "../../support/storage/readDatabaseText.ts";

type Service = ReturnType<typeof createInMemoryService>;
type Request = readonly [query: string, body?: object];

let service: Service;
let requests: Partial<Record<OperationName, Request>>;
const keys = new Map<string, string>();

/** Creates the items that each changing operation needs, so that only the scope can prevent its effect. */
beforeAll(async () => {
  service = createInMemoryService();
  const make = async (path: string, body: object) => (await service.request("POST", path, { body })).body;
  const { id: project } = await make("/api/v1/projects", { name: "There" });
  const files = [{ path: "server.mjs", content: "export {};" }];
  const source = { kind: "files", files, entry: "server.mjs" };
  const { id: server } = await make("/api/v1/servers", { projectId: project, name: "There", source });
  await make(`/api/v1/server/generate?id=${server}`, {});
  await service.waitForGeneration(server);
  const skillFiles = [{ path: "SKILL.md", content: createSkillText("there") }];
  const { id: skill } = await make("/api/v1/skills", { projectId: project, files: skillFiles });
  const target = { scope: "user", agent: "claude", path: "/s", machine: "m" };
  const { id: installationId } = await make(`/api/v1/skill/install?id=${skill}`, { target });
  const { id: key } = await make("/api/v1/api-keys", { name: "There" });
  for (const scope of apiKeyScopes)
    keys.set(scope, (await make("/api/v1/api-keys", { name: scope, scopes: [scope] })).key);
  const newSkill = [{ path: "SKILL.md", content: createSkillText("another") }];
  requests = {
    "apiKeys.create": ["", { name: "New", scopes: ["admin"] }],
    "apiKeys.delete": [`?id=${key}`],
    "userSettings.update": ["", { notifyOn: "none" }],
    "projects.create": ["", { name: "New" }],
    "project.update": [`?id=${project}`, { name: "Changed" }],
    "servers.create": ["", { projectId: project, name: "New" }],
    "server.update": [`?id=${server}`, { name: "Changed" }],
    "server.generate": [`?id=${server}`, { version: "9.0.0" }],
    "server.deploy": [`?id=${server}`, {}],
    "skills.create": ["", { projectId: project, files: newSkill }],
    "skill.update": [`?id=${skill}`, { files: [{ path: "SKILL.md", content: createSkillText("there", "Changed.") }] }],
    "skill.install": [`?id=${skill}`, { target }],
    "skill.uninstall": [`?id=${skill}`, { installationId }],
    "serverTestRuns.start": [`?id=${server}`, { cases: ["protocol"] }],
    "skillTestRuns.start": [`?id=${skill}`, { cases: ["specification"] }],
    "runtime.token": ["", { serverId: server }],
  };
});
afterAll(() => service.close());

const guarded = Object.entries<Operation>(operationTable).flatMap(([name, operation]) =>
  operation.scope === null ? [] : [{ ...operation, name, scope: operation.scope }],
);

test("every operation except the OAuth token endpoint requires a scope", () => {
  expect(guarded).toHaveLength(Object.keys(operationTable).length - 1);
  expect(operationTable["runtime.oauthToken"].scope).toBeNull();
});

const send = ({ name, method, path }: (typeof guarded)[number], key: string) => {
  const [query, body] = Object.entries(requests).find(([known]) => known === name)?.[1] ?? [""];
  return service.request(method, path + query, { key, ...(body && { body }) });
};

// These tests run first, because accepted operations continue in the background and change the database.
test.each(guarded)(
  "$name is rejected for a key with every scope but $scope, and changes nothing",
  async (operation) => {
    const scopes = apiKeyScopes.filter((other) => other !== operation.scope);
    const { key } = (await service.request("POST", "/api/v1/api-keys", { body: { name: "Others", scopes } })).body;
    // The first use of a key in a minute is saved with the key.
    await service.request("GET", "/api/v1/me", { key });
    const before = readDatabaseText(service.context.db);
    const reply = await send(operation, key);
    expect([reply.status, reply.body.code]).toEqual([403, "forbidden"]);
    expect(reply.headers.get("WWW-Authenticate")).toContain(`error="insufficient_scope", scope="${operation.scope}"`);
    expect(readDatabaseText(service.context.db)).toBe(before);
  },
);

const changes = [
  { needed: "deploy", given: "write", name: "server.update", body: { desiredState: "running" } },
  {
    needed: "write",
    given: "deploy",
    name: "server.deploy",
    body: { environment: { API_BASE_URL: "https://other.example" } },
  },
  { needed: "write", given: "deploy", name: "server.deploy", body: { environment: { ALLOWED_HOSTS: "*" } } },
  { needed: "write", given: "deploy", name: "server.deploy", body: { environment: { API_KEY: null } } },
  { needed: "write", given: "runtime", name: "runtime.token", body: { account: "login" } },
] as const;

test.each(changes)("$name with $body is rejected for a key with only the scope $given", async (change) => {
  const { method, path } = operationTable[change.name];
  const [query, body] = requests[change.name] ?? [""];
  const key = keys.get(change.given) ?? "";
  await service.request("GET", "/api/v1/me", { key });
  const before = readDatabaseText(service.context.db);
  const reply = await service.request(method, path + query, { key, body: { ...body, ...change.body } });
  expect([reply.status, reply.body.code]).toEqual([403, "forbidden"]);
  expect(reply.headers.get("WWW-Authenticate")).toContain(`error="insufficient_scope", scope="${change.needed}"`);
  expect(readDatabaseText(service.context.db)).toBe(before);
});

test("a key with both scopes may start a server", async () => {
  const { method, path } = operationTable["server.update"];
  const made = await service.request("POST", "/api/v1/api-keys", {
    body: { name: "Both", scopes: ["write", "deploy"] },
  });
  const reply = await service.request(method, `${path}${requests["server.update"]?.[0]}`, {
    key: made.body.key,
    body: { desiredState: "running" },
  });
  expect([reply.status, reply.body.detail]).toEqual([409, '"There" has no deployment to run. Deploy it first.']);
});

test("the OpenAPI document names the scopes that single fields need", () => {
  const { paths } = JSON.parse(JSON.stringify(createOpenapiDocument()));
  expect(paths["/api/v1/server"].patch.description).toBe(
    "Needs a key with the scope `write`; with `desiredState: running` also `deploy`.",
  );
  expect(paths["/api/v1/server/deploy"].post.description).toBe(
    "Needs a key with the scope `deploy`; with `environment` also `write`.",
  );
});

test.each(guarded)("$name is accepted for a key with its scope", async (operation) => {
  expect((await send(operation, keys.get(operation.scope) ?? "")).status).not.toBe(403);
});
