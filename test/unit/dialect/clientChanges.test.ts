import { describe, expect, test } from "vitest";
import type { DialectProfile } from "../../../src/contract/dialectProfile.ts";
import {
  createErrorResponse,
  type DialectRequest,
  type DialectResponse,
  notFoundResponse,
  startDialectService,
} from "../../support/dialect/dialectService.ts";

const project = (id: string, name = `Project ${id}`) => ({
  project_id: id,
  display_name: name,
  slug: name.toLowerCase().replaceAll(" ", "-"),
  summary: "",
  created_at: "2026-01-01T00:00:00Z",
});

/** Projects that are read by `project_id`, and changed as told. */
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
  test("that is answered with half a text of JSON has not gone well", async () => {
    const { client, asked } = await startDialectService(serving(() => ({ body: '{"notifyOn":"no' })));
    await expect(client.call("userSettings.update", { notifyOn: "none" })).rejects.toThrow(/the answer is not JSON/);
    expect(changes(asked)).toHaveLength(1);
  });

  test("that is answered with a web page has not gone well, and is not sent again", async () => {
    const page = "<!doctype html><title>Sign in</title>";
    const { client, asked } = await startDialectService(serving(() => ({ body: page })));
    const call = client.call("userSettings.update", { notifyOn: "none" });
    await expect(call).rejects.toThrow(/it answered with HTML \("Sign in"\)\. Is this the right URL\?/);
    expect(changes(asked)).toHaveLength(1);
  });

  test("is sent once, with the selector and the names that reading showed", async () => {
    const { client, asked } = await startDialectService(serving(() => ({ body: project("b", "New") })));
    expect(await client.call("project.update", { id: "b", name: "New" })).toMatchObject({ id: "b", name: "New" });
    expect(changes(asked)).toMatchObject([
      { method: "PATCH", query: { project_id: "b" }, body: { display_name: "New" } },
    ]);
  });

  test("is never sent where reading does not show how the one is named", async () => {
    const { client, asked } = await startDialectService(({ path }) =>
      path === "projects" ? { body: [project("a"), project("b")] } : { body: project("a") },
    );
    const change = client.call("project.update", { id: "b", name: "New" });
    await expect(change).rejects.toMatchObject({ name: "UnclearAnswerError", operation: "project.update" });
    await expect(client.call("apiKeys.delete", { id: "k" })).rejects.toThrow(
      /how the service wants one apiKey to be named/,
    );
    expect(changes(asked)).toHaveLength(0);
  });

  test("is sent by the parameter that the service itself asks for", async () => {
    const { client, asked } = await startDialectService(({ method, path, query }) => {
      if (method === "PATCH") return query.server_ref === "s" ? { status: 204 } : createErrorResponse("No.", 404);
      if (path === "servers") return { body: [{ id: "s", name: "S", slug: "s", status: "ready" }] };
      return query.server_ref === undefined
        ? createErrorResponse("Missing query parameter 'server_ref'")
        : { body: [] };
    });
    expect(await client.call("server.update", { id: "s", name: "S" })).toMatchObject({ id: "s" });
    expect(changes(asked)).toHaveLength(1);
  });

  test("of one that shares its name with another is not sent by that name", async () => {
    const all = [project("a", "Twin"), project("b", "Twin")];
    const profile: DialectProfile = {
      version: 1,
      dialect: "other",
      operations: { "project.update": { select: { in: "query", name: "name", value: "name" } } },
    };
    const { client, asked } = await startDialectService(
      serving(() => ({ status: 204 }), all),
      profile,
    );
    await expect(client.call("project.update", { id: "b", name: "New" })).rejects.toThrow(/this one's is not its own/);
    expect(changes(asked)).toHaveLength(0);
  });

  test("is sent again as a refusal says, once for each fact", async () => {
    const { client, asked, profile } = await startDialectService(
      serving(({ body }) => {
        const fields = typeof body === "object" && body !== null ? body : {};
        if (!("project" in fields)) return createErrorResponse("The field 'project' is required", 400);
        return JSON.stringify(fields.project).includes("handle_name")
          ? { status: 201, body: project("c", "New") }
          : createErrorResponse("handle_name is required");
      }),
    );
    expect(await client.call("projects.create", { name: "New" })).toMatchObject({ id: "c" });
    expect(changes(asked).map(({ body }) => body)).toEqual([
      { display_name: "New" },
      { project: { display_name: "New" } },
      { project: { handle_name: "New" } },
    ]);
    expect(profile().operations["projects.create"]?.body).toMatchObject({ project: { handle_name: "{{name}}" } });
    asked.length = 0;
    await client.call("projects.create", { name: "New" });
    expect(changes(asked)).toHaveLength(1);
  });

  test("that stays refused ends after four times in words about the profile", async () => {
    const names = ["one", "two", "three", "four", "five"];
    let count = 0;
    const { client, asked } = await startDialectService(
      serving(() => createErrorResponse(`Missing field '${names[count++]}'`)),
    );
    const failure = await client.call("projects.create", { name: "New" }).catch((error: unknown) => error);
    expect(String(failure)).toMatch(/'two'.*set "body" of projects\.create in the connection's profile/);
    expect(changes(asked)).toHaveLength(2);
  });

  test.each([
    ["its answer was lost", { isLost: true }],
    ["the service failed", { status: 500, body: { message: "Missing field 'name'" } }],
    ["the gateway failed", { status: 503, body: {} }],
    ["it conflicts", { status: 409, body: { message: "Missing field 'name'" } }],
    ["it was answered by a failure with status 200", { body: { success: false, message: "Missing field 'name'" } }],
    ["it was answered by something else", { status: 202, body: { hello: 1 } }],
  ] as const)("is never sent again where %s", async (_, answer) => {
    const { client, asked } = await startDialectService(serving(() => answer));
    await expect(client.call("projects.create", { name: "New" }, { ifMatch: "1" })).rejects.toThrow();
    expect(changes(asked)).toHaveLength(1);
  });

  test("refused for its number is sent again when the service said", async () => {
    let count = 0;
    const { client, asked, waits } = await startDialectService(
      serving(() =>
        count++ === 0 ? { status: 429, headers: { "retry-after": "3" } } : { status: 201, body: project("c", "New") },
      ),
    );
    await client.call("projects.create", { name: "New" });
    expect(changes(asked)).toHaveLength(2);
    expect(waits.some((ms) => ms > 3000)).toBe(true);
  });

  test("follows the profile's template and names before anything learned", async () => {
    const operations = {
      "projects.create": { body: { input: { title: "{{name}}", note: "by {{name}}", about: "{{description}}" } } },
    };
    const { client, asked } = await startDialectService(
      serving(() => ({ status: 201, body: project("c", "New") })),
      { version: 1, dialect: "other", operations },
    );
    await client.call("projects.create", { name: "New" });
    expect(changes(asked)[0]?.body).toEqual({ input: { title: "New", note: "by New" } });
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

describe("what a change made", () => {
  const made = project("c", "New");
  const creating = (answer: DialectResponse) => {
    const all = [project("a"), project("b", "New")];
    return serving(({ method }) => {
      if (method === "POST") all.unshift(made);
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
    ["itself", { status: 201, body: { data: project("c", "New") } }],
  ] as const)("is found where the answer is %s", async (_, answer) => {
    const { client, asked } = await startDialectService(creating(answer));
    expect(await client.call("projects.create", { name: "New" })).toMatchObject({ id: "c", name: "New" });
    expect(changes(asked)).toHaveLength(1);
  });

  test("is not looked for at another origin", async () => {
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

  test("is a key that its answer alone holds, whatever it is called", async () => {
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

  test("is a token, which may be asked for in more ways", async () => {
    const { client, asked } = await startDialectService(({ body }) => {
      const isSaid = JSON.stringify(body)?.includes("mcp_server");
      return isSaid
        ? { body: { access_token: "tok_0123456789", expires_in: 60 } }
        : { body: { ok: false, error: "Missing field 'mcp_server'" } };
    });
    const token = await client.call("runtime.token", { serverId: "s" });
    expect(token).toMatchObject({ accessToken: "tok_0123456789", expiresIn: 60 });
    expect(changes(asked)).toHaveLength(2);
  });
});
