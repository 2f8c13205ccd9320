import { describe, expect, test } from "vitest";
import type { DialectProfile } from "../../../src/contract/dialectProfile.ts";
import {
  createErrorResponse,
  type DialectRequest,
  type DialectResponse,
  notFoundResponse,
  startDialectService,
} from "../../support/dialect/dialectService.ts";

const project = (id: string, name = `Project ${id}`, created_at = "2025-06-01T00:00:00Z") => ({
  project_id: id,
  display_name: name,
  slug: name.toLowerCase().replaceAll(" ", "-"),
  summary: "",
  created_at,
});
/** The clock of the tests is at the start of 2026. */
const newProject = project("c", "New", "2026-01-01T00:00:00Z");

/** Projects that are read by `project_id`; a change gets the given response. */
function serving(answer: (asked: DialectRequest) => DialectResponse, all = [project("a"), project("b")]) {
  return (asked: DialectRequest): DialectResponse => {
    if (asked.method !== "GET") return answer(asked);
    if (asked.path === "projects") return { body: { projects: all } };
    const found = all.find(({ project_id }) => project_id === asked.query.project_id);
    return asked.path === "project" && found ? { body: found } : notFoundResponse;
  };
}

const changes = (asked: readonly DialectRequest[]) => asked.filter(({ method }) => method !== "GET");

describe("a change at another service", () => {
  test.each([
    "Could not find member 'message' on object of type 'Deployment'. Path 'message', line 1, position 10.",
    "Cannot find field: message in message Deployment",
    "No such property: message",
    "message is not permitted",
  ])("is sent without what the service does not know and nothing needs: %s", async (refusal) => {
    const { client, asked } = await startDialectService(({ method, body }) => {
      if (method === "GET") return notFoundResponse;
      if (JSON.stringify(body).includes("message")) return createErrorResponse(refusal, 400);
      return { status: 201, body: { id: "d-1", serverId: "s", version: "1.0.0", state: "queued" } };
    });
    const input = { id: "s", version: "1.0.0", environment: {}, message: "Try it" };
    expect(await client.call("server.deploy", input)).toMatchObject({ id: "d-1" });
    expect(changes(asked)).toHaveLength(2);
  });

  test.each([
    ["half a JSON text", '{"notifyOn":"no', /the answer is not JSON/],
    [
      "a web page",
      "<!doctype html><title>Sign in</title>",
      /it answered with HTML \("Sign in"\)\. Is this the right URL\?/,
    ],
  ])("fails if its response is %s, and is not sent again", async (_, body, message) => {
    const { client, asked } = await startDialectService(serving(() => ({ body })));
    await expect(client.call("userSettings.update", { notifyOn: "none" })).rejects.toThrow(message);
    expect(changes(asked)).toHaveLength(1);
  });

  test("is sent once, with the selector of the kind and the names that reading has shown", async () => {
    const { client, asked } = await startDialectService(
      serving(() => ({ body: project("b", "New") })),
      {
        ...{ version: 2, dialect: "other" },
        operations: { "project.get": { select: { in: "query", name: "project_id" } } },
      },
    );
    expect(await client.call("project.update", { id: "b", name: "New" })).toMatchObject({ id: "b", name: "New" });
    expect(changes(asked)).toMatchObject([
      { method: "PATCH", query: { project_id: "b" }, body: { display_name: "New" } },
    ]);
  });

  test("selects the item with the contract's parameter as long as nothing shows another one", async () => {
    const { client, asked } = await startDialectService(({ method }) =>
      method === "DELETE" ? { status: 204 } : { body: [] },
    );
    await client.call("apiKeys.delete", { id: "k" });
    expect(changes(asked)).toMatchObject([{ query: { id: "k" } }]);
  });

  test.each([
    ["a web page", { body: "<!doctype html><title>Sign in</title>", headers: { "content-type": "text/html" } }],
    ["JSON that cannot be read", { body: `${"[".repeat(100_000)}`, headers: { "content-type": "application/json" } }],
    ["a web page without a type", { body: "\n<html><body>Sign in</body></html>", headers: {} }],
  ])("that deletes something is not taken for done if the response is %s", async (_, page) => {
    const { client } = await startDialectService(({ method }) => (method === "DELETE" ? page : { body: [] }));
    const deletion = client.call("apiKeys.delete", { id: "k" });
    await expect(deletion).rejects.toMatchObject({ name: "UnclearAnswerError", operation: "apiKeys.delete" });
  });

  test.each([
    { status: 204 },
    { body: "", headers: {} },
    { body: "OK", headers: { "content-type": "text/plain" } },
    { body: { deleted: true } },
  ])("that deletes something is done with the response %o", async (answer) => {
    const { client } = await startDialectService(({ method }) => (method === "DELETE" ? answer : { body: [] }));
    await expect(client.call("apiKeys.delete", { id: "k" })).resolves.toBeUndefined();
  });

  test("is not taken for applied if the response is about another item", async () => {
    const { client, asked } = await startDialectService(({ path }) =>
      path === "projects" ? { body: [project("a"), project("b")] } : { body: project("a") },
    );
    const change = client.call("project.update", { id: "b", name: "New" });
    await expect(change).rejects.toMatchObject({ name: "UnclearAnswerError", operation: "project.update" });
    expect(changes(asked)).toHaveLength(1);
  });

  test("is sent again with the parameter that a refusal asks for", async () => {
    const { client, asked, profile } = await startDialectService(({ method, path, query }) => {
      if (path === "servers") return { body: [{ id: "s", name: "S", slug: "s", status: "ready" }] };
      if (method !== "PATCH") return notFoundResponse;
      return query.server_ref === "s" ? { status: 204 } : createErrorResponse("Missing query parameter 'server_ref'");
    });
    expect(await client.call("server.update", { id: "s", name: "S" })).toMatchObject({ id: "s" });
    expect(changes(asked).map(({ query }) => query)).toEqual([{ id: "s" }, { server_ref: "s" }]);
    expect(profile().operations["server.update"]).toBeUndefined();
  });

  test("is not sent with a name that selects two items", async () => {
    const all = [project("a", "Twin"), project("b", "Twin")];
    const profile: DialectProfile = {
      version: 2,
      dialect: "other",
      operations: { "project.update": { select: { in: "query", name: "name", value: "{display_name}" } } },
    };
    const { client, asked } = await startDialectService(
      serving(() => ({ status: 204 }), all),
      profile,
    );
    await expect(client.call("project.update", { id: "b", name: "New" })).rejects.toThrow(
      /another project has the same display_name, so it selects neither/,
    );
    expect(changes(asked)).toHaveLength(0);
  });

  test.each([
    ["the refusal names a field of the body", { status: 422, body: { message: "Missing field 'title'" } }],
    ["its response was lost", { isLost: true }],
    ["the service failed", { status: 500, body: { message: "Missing field 'name'" } }],
    ["the gateway failed", { status: 503, body: {} }],
    ["it conflicts", { status: 409, body: { message: "Missing field 'name'" } }],
    ["a failure came with status 200", { body: { success: false, message: "Missing field 'name'" } }],
    ["the response is about something else", { status: 202, body: { hello: 1 } }],
  ] as const)("is never sent again where %s", async (_, answer) => {
    const { client, asked } = await startDialectService(serving(() => answer));
    await expect(client.call("projects.create", { name: "New" }, { ifMatch: "1" })).rejects.toThrow();
    expect(changes(asked)).toHaveLength(1);
  });

  test("that comes too often is sent again when the service says", async () => {
    let count = 0;
    const { client, asked, waits } = await startDialectService(
      serving(() =>
        count++ === 0 ? { status: 429, headers: { "retry-after": "3" } } : { status: 201, body: newProject },
      ),
    );
    await client.call("projects.create", { name: "New" });
    expect(changes(asked)).toHaveLength(2);
    expect(waits.some((ms) => ms > 3000)).toBe(true);
  });

  test("never renames the keys of a map", async () => {
    const server = { server_id: "s", server_name: "S", project_id: "a", environment: {}, desired_state: "RUNNING" };
    const { client, asked } = await startDialectService(({ method, path, query }) => {
      if (method === "POST") return { status: 201, body: { ...server, server_name: "New" } };
      if (path === "projects") return { body: [project("a")] };
      return path === "servers" && !query.x ? { body: [server] } : notFoundResponse;
    });
    const source = { kind: "openapi", url: "https://x.test/a.json", baseUrl: "https://x.test" } as const;
    await client.call("servers.create", { projectId: "a", name: "New", environment: { someKey: "v" }, source });
    expect(changes(asked)[0]?.body).toEqual({
      project_id: "a",
      server_name: "New",
      environment: { someKey: "v" },
      source: { kind: "openapi", url: "https://x.test/a.json", base_url: "https://x.test" },
    });
  });
});

describe("the item that a change made", () => {
  const creating = (answer: DialectResponse) => {
    const all = [project("a"), project("b", "New")];
    return serving(({ method }) => {
      if (method === "POST") all.unshift(newProject);
      return answer;
    }, all);
  };

  test.each([
    ["nothing", { status: 204 }],
    ["an empty 201", { status: 201 }],
    ["a word", { body: { success: true } }],
    [
      "an operation",
      { status: 202, body: { operation: { id: "op-1", status: "pending", created_at: "2026-01-01T00:00:00Z" } } },
    ],
    ["where it is", { status: 202, headers: { location: "/api/v1/project?project_id=c" } }],
    ["itself", { status: 201, body: { data: newProject } }],
  ] as const)("is found if the response is %s", async (_, answer) => {
    const { client, asked } = await startDialectService(creating(answer));
    expect(await client.call("projects.create", { name: "New" })).toMatchObject({ id: "c", name: "New" });
    expect(changes(asked)).toHaveLength(1);
  });

  test("is not read at another origin", async () => {
    let strayed = 0;
    const stray = await startDialectService(() => {
      strayed += 1;
      return { body: project("evil", "New") };
    });
    const { client } = await startDialectService(
      creating({ status: 201, headers: { location: `${stray.url}/api/v1/project` } }),
    );
    expect(await client.call("projects.create", { name: "New" })).toMatchObject({ id: "c" });
    expect(strayed).toBe(0);
  });

  test("is a key that only this response contains, whatever its name", async () => {
    const key = {
      id: "k",
      name: "K",
      created_at: "2026-01-01T00:00:00Z",
      scopes: ["read"],
      secret_token: "sk_live_0123456789abcdef",
    };
    const { client } = await startDialectService(({ method }) =>
      method === "POST" ? { status: 201, body: { key } } : { body: [] },
    );
    expect(await client.call("apiKeys.create", { name: "K", scopes: ["read"] })).toMatchObject({
      id: "k",
      key: "sk_live_0123456789abcdef",
    });
  });
});
