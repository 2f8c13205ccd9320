import { expect, test } from "vitest";
import { operationTable } from "../../../src/contract/operations.ts";
import { assembleService } from "../../../src/service/assembleService.ts";
import { issueOwnerKey } from "../../../src/service/auth/owner.ts";
import { createSecretBox, generateSecretKey } from "../../../src/service/storage/secretBox.ts";
import { readServerEnvironment } from "../../../src/service/storage/serverEnvironment.ts";
import { useInMemoryService } from "../../support/service/useInMemoryService.ts";
import { readDatabaseText } from "../../support/storage/readDatabaseText.ts";

async function start() {
  const service = useInMemoryService();
  const [project] = (await service.request("GET", "/api/v1/projects")).body.items;
  const create = async (body: object = {}) =>
    (await service.request("POST", "/api/v1/servers", { body: { projectId: project.id, name: "Pets", ...body } })).body;
  const patch = (id: string, body: object, headers = {}) =>
    service.request("PATCH", `/api/v1/server?id=${id}`, { body, headers });
  return { ...service, projectId: project.id, create, patch };
}

/** A folder whose manifest declares a secret variable. */
const folder = {
  kind: "files",
  entry: "server.mjs",
  files: [
    { path: "server.mjs", content: "export {};" },
    {
      path: "server.json",
      content: JSON.stringify({
        name: "local/pets",
        description: "About pets",
        version: "1.0.0",
        packages: [
          {
            environmentVariables: [
              { name: "API_TOKEN", isRequired: true, isSecret: true },
              { name: "API_BASE_URL", description: "Where the API is" },
            ],
          },
        ],
      }),
    },
  ],
};

test("a new server is a draft that matches the contract", async () => {
  const { request, create, projectId } = await start();
  const created = operationTable["servers.create"].output.parse(await create());
  expect(created).toMatchObject({
    projectId,
    slug: "pets",
    status: "draft",
    source: null,
    latestVersion: null,
    desiredState: "stopped",
  });
  expect((await create()).slug).toBe("pets-2");
  expect((await request("GET", `/api/v1/project?id=${projectId}`)).body.serverCount).toBe(2);
});

test("lists are filtered by id, project, status and text", async () => {
  const { request, create, projectId } = await start();
  const { id } = await create();
  await create({ name: "Cats" });
  const ids = async (query: string) =>
    (await request("GET", `/api/v1/servers?${query}`)).body.items.map(({ name }: { name: string }) => name);
  expect(await ids(`id=${id}`)).toEqual(["Pets"]);
  expect(await ids(`projectId=${projectId}`)).toEqual(["Cats", "Pets"]);
  expect(await ids("projectId=prj_x")).toEqual([]);
  expect(await ids("status=ready")).toEqual([]);
  expect(await ids("q=CAT")).toEqual(["Cats"]);
});

test("a secret is never returned and never stored in plain text", async () => {
  const { request, create, waitForGeneration, context } = await start();
  const values = { API_TOKEN: "canary-secret", API_BASE_URL: "https://canary.example", OTHER: "canary-other" };
  const { id, environment } = await create({ source: folder, environment: values });
  expect(environment).toEqual({ API_TOKEN: null, API_BASE_URL: null, OTHER: null });
  await request("POST", `/api/v1/server/generate?id=${id}`, { body: {}, headers: { "Idempotency-Key": "g" } });
  const server = await waitForGeneration(id);
  expect(server.environment).toEqual({ API_TOKEN: null, API_BASE_URL: "https://canary.example", OTHER: null });
  expect(readServerEnvironment(context, id)).toEqual(values);
  expect(readDatabaseText(context.db)).not.toContain("canary");
});

test("a merge patch of the environment retains other variables, and null removes one", async () => {
  const { create, patch, context } = await start();
  const { id } = await create({ environment: { A: "1", B: "2" } });
  expect((await patch(id, { environment: { B: null, C: "3" } })).body.environment).toEqual({ A: null, C: null });
  expect(readServerEnvironment(context, id)).toEqual({ A: "1", C: "3" });
  const reply = await patch(id, { environment: { "NOT-A-NAME": "x" } });
  expect([reply.status, reply.body.errors[0].path]).toEqual([400, "environment.NOT-A-NAME"]);
  const unusable = await patch(id, { environment: { A: "no process takes\0this" } });
  expect([unusable.status, unusable.body.errors[0].path]).toEqual([400, "environment.A"]);
});

test("an encrypted value cannot be decrypted for another server", async () => {
  const { create, context } = await start();
  const one = await create({ environment: { A: "1" } });
  const two = await create();
  context.db.run(
    "UPDATE servers SET environment_json = (SELECT environment_json FROM servers WHERE id = ?) WHERE id = ?",
    one.id,
    two.id,
  );
  expect(() => readServerEnvironment(context, two.id)).toThrow("cannot be decrypted");
});

test("without the data folder's key a server is still listed, and a deployment returns that its secrets must be set again", async () => {
  const { request, create, waitForGeneration, context } = await start();
  const { id } = await create({ source: folder, environment: { API_TOKEN: "1", API_BASE_URL: "2" } });
  await request("POST", `/api/v1/server/generate?id=${id}`, { body: {} });
  await waitForGeneration(id);
  await request("POST", "/api/v1/runtime/auth/token", { body: { serverId: id } });
  const other = createSecretBox(generateSecretKey());
  const { app } = assembleService({ ...context, secrets: other });
  const call = async (method: string, path: string, body?: object) => {
    const key = issueOwnerKey(context, "after");
    const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
    const response = await app.request(`${context.baseUrl()}/api/v1/${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    return [response.status, await response.json()];
  };
  expect(await call("GET", `servers?id=${id}`)).toMatchObject([
    200,
    { items: [{ environment: { API_TOKEN: null, API_BASE_URL: null } }] },
  ]);
  expect(await call("POST", `server/deploy?id=${id}`, {})).toMatchObject([
    422,
    { code: "unusable", detail: expect.stringContaining("Set it again") },
  ]);
  expect(await call("POST", "runtime/auth/token", { serverId: id })).toMatchObject([200, { tokenType: "Bearer" }]);
});

test("a server without a deployment cannot be set to running", async () => {
  const { create, patch } = await start();
  const { id } = await create();
  const reply = await patch(id, { desiredState: "running", name: "Other" });
  expect([reply.status, reply.body.code]).toEqual([409, "conflict"]);
  expect((await patch(id, {})).body).toMatchObject({ name: "Pets", desiredState: "stopped" });
});

test("an invalid source is rejected with the field, and no server is created", async () => {
  const { request, projectId } = await start();
  const errors = async (source: object) => {
    const { status, body } = await request("POST", "/api/v1/servers", { body: { projectId, name: "Bad", source } });
    expect(status).toBe(400);
    return body.errors.map(({ path }: { path: string }) => path);
  };
  const file = (path: string) => ({
    kind: "files",
    entry: "a.mjs",
    files: [
      { path: "a.mjs", content: "" },
      { path, content: "" },
    ],
  });
  expect(await errors({ kind: "openapi" })).toEqual(["source.document"]);
  expect(await errors({ kind: "openapi", document: "{}", url: "http://x.example" })).toEqual(["source.document"]);
  expect(await errors({ kind: "openapi", url: "file:///etc/passwd" })).toEqual(["source.url"]);
  expect(await errors({ kind: "openapi", url: "http://user:secret@x.example" })).toEqual(["source.url"]);
  expect(await errors(file("../outside"))).toEqual(["source.files.1.path"]);
  expect(await errors(file("A.mjs"))).toEqual(["source.files.1.path"]);
  expect(await errors({ ...folder, entry: "missing.mjs" })).toEqual(["source.entry"]);
  expect((await request("GET", "/api/v1/servers")).body.items).toEqual([]);
});
