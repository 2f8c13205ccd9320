import { describe, expect, test } from "vitest";
import { createErrorResponse, notFoundResponse, startDialectService } from "../../../support/dialect/dialectService.ts";

const project = (id: string) => ({ id, name: `Project ${id}`, created_at: "2026-01-01T00:00:00Z" });
const projects = [project("p-00001"), project("p-00002")];

describe("an item of another service is read", () => {
  test.each([
    ["idOrName", "Invalid request: missing required property `idOrName`."],
    ["projectIdOrKey", "The query parameter 'projectIdOrKey' is required."],
    ["ticket_id", "Ticket_id is required."],
    ["execution_id", "Missing required query parameter: execution_id"],
  ])("by the parameter %s that a refusal asks for", async (param, refusal) => {
    const { client, asked } = await startDialectService(({ path, query }) => {
      if (path === "projects") return { body: projects };
      if (query[param] === undefined) return createErrorResponse(refusal, 400);
      return { body: projects.find(({ id }) => id === query[param]) ?? notFoundResponse.body };
    });
    expect(await client.call("project.get", { id: "p-00002" })).toMatchObject({ name: "Project p-00002" });
    expect(asked).toHaveLength(2);
  });

  test("inside the only field of a response, whatever its name", async () => {
    const { client } = await startDialectService(({ path }) =>
      path === "organization" ? { body: { domain: { id: "o", name: "Harbour", member_count: 3 } } } : notFoundResponse,
    );
    expect(await client.call("organization.get", { id: "o" })).toMatchObject({
      id: "o",
      name: "Harbour",
      memberCount: 3,
    });
  });

  test("only if the response has a field of it", async () => {
    const { client } = await startDialectService(() => ({ body: { quota_set: { cores: { in_use: 1, limit: 2 } } } }));
    const usage = client.call("organization.usage", { id: "o" });
    await expect(usage).rejects.toThrow(/holds no usage that Fairlead recognises/);
  });
});

describe("the service's own word for a resource in the profile", () => {
  const droplets = ["3164401", "3164402"].map((id) => ({ id, name: id, created_at: "2026-01-01T00:00:00Z" }));
  const known = { version: 2, dialect: "other", kinds: { server: { words: ["droplet"] } }, operations: {} } as const;

  test("selects an item to change", async () => {
    const { client, asked } = await startDialectService(({ method, path, query }) => {
      if (path === "servers") return { body: { droplets, meta: { total: 2 } } };
      if (method === "GET") return notFoundResponse;
      if (query.droplet_id === undefined) return createErrorResponse("droplet_id is required", 400);
      return { body: { droplet: { ...droplets[1], name: "New" } } };
    }, known);
    await client.call("servers.list", {});
    expect(await client.call("server.update", { id: "3164402", name: "New" })).toMatchObject({ id: "3164402" });
    expect(asked.at(-1)?.query).toEqual({ droplet_id: "3164402" });
  });

  test("names a link", async () => {
    const { client } = await startDialectService(
      ({ path }) => (path === "deployments" ? { body: [{ id: "d", box_id: "b", status: "live" }] } : notFoundResponse),
      { version: 2, dialect: "other", kinds: { server: { words: ["box"] } }, operations: {} },
    );
    const { items } = await client.call("deployments.list", { serverId: "b" });
    expect(items).toMatchObject([{ id: "d", serverId: "b" }]);
  });
});

test.each([
  [
    "OpenStack's faults",
    { badRequest: { code: 400, message: "Missing required query parameter: limit" } },
    "Missing required",
  ],
  ["Atlassian's messages", { errorMessages: ["The project key is wrong."], errors: {} }, "The project key is wrong."],
])("a refusal has the words of %s", async (_, body, words) => {
  const { client } = await startDialectService(() => ({ status: 400, body }));
  await expect(client.call("projects.list", {})).rejects.toThrow(words);
});

test("an item without a name is called by its id, and never by what only distinguishes it here", async () => {
  const { client } = await startDialectService(() => ({
    body: [{ id: "m-1", user: { email: "mira@harbour.example" } }, { role: "admin" }],
  }));
  const { items } = await client.call("organization.members", {});
  expect(items.map(({ name }) => name)).toEqual(["id m-1", "(without a name)"]);
});
