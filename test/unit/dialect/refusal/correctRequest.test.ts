import { expect, test } from "vitest";
import {
  createErrorResponse,
  type DialectRequest,
  type DialectResponse,
  startDialectService,
} from "../../../support/dialect/dialectService.ts";

const project = { id: "p", name: "Shop", createdAt: "2026-01-01T00:00:00Z" };

/** Lists one project and takes what is created as `answer` says. */
const start = (answer: (asked: DialectRequest) => DialectResponse) =>
  startDialectService((asked) => (asked.method === "GET" ? { body: { projects: [project] } } : answer(asked)));
const changesOf = ({ asked }: Awaited<ReturnType<typeof start>>) => asked.filter(({ method }) => method !== "GET");
const created = { status: 201, body: { id: "q", name: "Port", createdAt: "2026-01-01T00:00:00Z" } };
const input = { name: "Port", description: "By the sea" };

test("a refusal with 415 is an error: only the profile says that bodies are forms", async () => {
  const it = await start(() => createErrorResponse("Send application/x-www-form-urlencoded.", 415));
  await expect(it.client.call("projects.create", input)).rejects.toThrow("x-www-form-urlencoded");
  expect(changesOf(it)).toHaveLength(1);
});

test("a refusal in which a name is in PascalCase leads to such names for all fields of the body", async () => {
  const refusal = { status: 400, body: { errors: { Name: ["The Name field is required."] } } };
  const it = await start(({ body }) => (JSON.stringify(body).includes('"Name"') ? created : refusal));
  expect(await it.client.call("projects.create", input)).toMatchObject({ id: "q" });
  expect(changesOf(it).map(({ body }) => body)).toEqual([
    { name: "Port", description: "By the sea" },
    { Name: "Port", Description: "By the sea" },
  ]);
});

const deployed = { id: "d", serverId: "s", version: "1.0.0", status: "queued", createdAt: "2026-01-01T00:00:00Z" };

/** Deploys a server at a service that refuses bodies without what it wants; the bodies that it was sent. */
async function deployAt(shown: object, refusal: DialectResponse, isWanted: (body: unknown) => boolean) {
  const it = await startDialectService(({ method, path, body }) => {
    if (method === "GET") return { body: path === "deployments" ? { deployments: [{ ...deployed, ...shown }] } : [] };
    return isWanted(body) ? { status: 201, body: deployed } : refusal;
  });
  await it.client.call("server.deploy", { id: "s", version: "1.0.0", environment: {} });
  return changesOf(it).map(({ body }) => body);
}

test.each<[string, object, string, unknown]>([
  ["by its id", { serverId: "s" }, "missing_argument: serverId", { serverId: "s" }],
  ["with its part of the request", { serverId: "s" }, "failures:\nserverId in body is required", { serverId: "s" }],
  ["in a list", { server: ["s"], serverId: undefined }, 'Field "server" cannot be empty', { server: ["s"] }],
])("an item that a refusal asks for in the body is named as such items show it: %s", async (_, shown, text, link) => {
  const isWanted = (body: unknown) => JSON.stringify(body).includes(JSON.stringify(link).slice(1, -1));
  const bodies = await deployAt(shown, createErrorResponse(text, 422), isWanted);
  expect(bodies.at(-1)).toEqual({ version: "1.0.0", ...(link as object) });
});

test("an id that is refused where items show an object is sent in such an object", async () => {
  const server = { id: "s", name: "S", project: { id: "p", name: "Shop" }, createdAt: "2025-01-01T00:00:00Z" };
  const it = await startDialectService(({ method, path, body }) => {
    if (method === "GET") return { body: path === "servers" ? { servers: [server] } : [] };
    const isObject = JSON.stringify(body).includes('"project":{"id":"p"}');
    if (isObject) return { status: 201, body: { ...server, id: "t", name: "T" } };
    const isSent = JSON.stringify(body).includes('"project"');
    const message = isSent
      ? "Error converting value. Path 'project'"
      : "Value cannot be null.\r\nParameter name: project";
    return { status: 400, body: { message } };
  });
  await it.client.call("servers.create", { projectId: "p", name: "T" });
  expect(changesOf(it).map(({ body }) => body)).toEqual([
    { name: "T", projectId: "p" },
    { name: "T", project: "p" },
    { name: "T", project: { id: "p" } },
  ]);
});

test("the object that holds the fields of items holds those of a body, with the id of what it is about", async () => {
  const record = { id: "d", fields: { Server: ["s"], Version: "1.0.0", Status: "Live", Url: "https://x" } };
  const it = await startDialectService(
    ({ method, path, body }) => {
      if (method === "GET") return { body: path === "deployments" ? { records: [record] } : [] };
      if (!JSON.stringify(body).startsWith('{"fields"'))
        return createErrorResponse('Could not find field "fields" in the request body', 422);
      const isNamed = JSON.stringify(body).includes('"Server":["s"]');
      return isNamed ? { status: 201, body: record } : createErrorResponse('Field "Server" cannot be empty', 422);
    },
    {
      ...{ version: 2, dialect: "other", operations: {} },
      kinds: { deployment: { fields: { serverId: "$.fields.Server", version: "$.fields.Version" } } },
    },
  );
  await it.client.call("server.deploy", { id: "s", version: "1.0.0", environment: {}, message: "Go" });
  expect(changesOf(it).at(-1)?.body).toMatchObject({ fields: { Version: "1.0.0", Server: ["s"] } });
});
