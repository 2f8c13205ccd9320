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

test("a field of which nothing is lost is left out, if a refusal names it as unknown", async () => {
  const it = await start(({ body }) =>
    JSON.stringify(body).includes('"version"')
      ? createErrorResponse("version: Extra inputs are not permitted")
      : created,
  );
  const files = [{ path: "SKILL.md", content: "---\nname: port\n---\n", encoding: "utf8" as const }];
  await it.client.call("skills.create", { projectId: "p", files, version: "1.0.0" }).catch(() => {});
  expect(changesOf(it).map(({ body }) => JSON.stringify(body).includes('"version"'))).toEqual([true, false]);
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
