import { expect, test } from "vitest";
import { startDocumentedService } from "./startDocumentedService.ts";

const before = { id: "p1", name: "Old", about: "first" };

/** A service that takes a change of the name, and keeps the description. */
const start = (compare: readonly string[] | undefined) =>
  startDocumentedService(
    {
      kinds: { project: { fields: { id: "$.id", name: "$.name", description: "$.about" } } },
      operations: {
        "project.get": { select: { in: "query", name: "id" } },
        "project.update": { select: { in: "query", name: "id" }, compare },
      },
    },
    ({ method, path }) =>
      method === "GET" && path === "/api/v1/projects"
        ? { body: { projects: [before] } }
        : { body: { ...before, name: "New" } },
  );
const change = { id: "p1", name: "New", description: "second" };

test("every field that was sent is compared after a change", async () => {
  const { client } = await start(undefined);
  await expect(client.call("project.update", change)).rejects.toThrow('the description is still "first"');
});

test("only the fields that the profile names are compared after a change", async () => {
  const { client } = await start(["name"]);
  expect(await client.call("project.update", change)).toMatchObject({ name: "New", description: "first" });
});
