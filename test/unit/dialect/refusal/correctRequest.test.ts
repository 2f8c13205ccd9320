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
