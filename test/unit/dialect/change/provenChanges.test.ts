import { describe, expect, test } from "vitest";
import { notFoundResponse, startDialectService } from "../../../support/dialect/dialectService.ts";

const newProject = { id: "c", name: "New", createdAt: "2026-01-01T00:00:00Z" };

describe("a change whose response does not prove it", () => {
  const skill = (latestVersion: string) => ({ id: "k", name: "charts", latestVersion });
  const files = [{ path: "SKILL.md", content: "---\nname: charts\ndescription: Draws\n---\n" }];
  /** Publishes 2.0.0 of a skill whose newest version is as it is read: before, in the response, and afterwards. */
  async function publish(...[before, ...later]: readonly [string, ...string[]]) {
    let isSent = false;
    const { client } = await startDialectService(({ method }) => {
      const version = isSent ? (later.length > 1 ? later.shift() : later[0]) : before;
      isSent ||= method !== "GET";
      return { body: method === "GET" ? { skills: [skill(version ?? before)] } : skill(before) };
    });
    return client.call("skill.update", { id: "k", files, version: "2.0.0" });
  }

  test.each([
    ["the version", "2.0.0"],
    ["another one than before, of a service that numbers them itself", "8"],
  ])("that publishes is done once the skill has %s", async (_what, version) => {
    expect(await publish("1.0.0", "1.0.0", "1.0.0", version)).toMatchObject({ latestVersion: version });
  });

  test("that publishes is not taken for done while the newest version is the one before", async () => {
    await expect(publish("1.0.0", "1.0.0")).rejects.toThrow(/the newest version is still "1.0.0"/);
  });

  test("that creates is what has the name, and not the work that makes it", async () => {
    const all: object[] = [];
    const { client } = await startDialectService(({ method, path }) => {
      if (method === "GET") return path === "projects" ? { body: { projects: all } } : notFoundResponse;
      all.push(newProject);
      return { status: 202, body: { id: "job-1", status: "queued" } };
    });
    expect(await client.call("projects.create", { name: "New" })).toMatchObject({ id: "c", name: "New" });
  });

  test("that creates is read by the id that the response has alone", async () => {
    const { client } = await startDialectService(({ method }) =>
      method === "GET" ? { body: [{ id: "c", name: "New" }] } : { status: 201, body: { id: "c", success: true } },
    );
    expect(await client.call("projects.create", { name: "New" })).toMatchObject({ id: "c", name: "New" });
  });

  test("that installs is not taken for done if it is for another agent", async () => {
    const installed = { id: "i", skillId: "k", version: "1.0.0", target: { agent: "claude", path: "a" } };
    const { client } = await startDialectService(({ method }) => ({ body: method === "GET" ? [] : installed }));
    const target = { scope: "workspace", agent: "agents", path: "a", machine: "m" } as const;
    await expect(client.call("skill.install", { id: "k", version: "1.0.0", target })).rejects.toMatchObject({
      name: "UnclearAnswerError",
    });
  });

  test("that uninstalls is done with a response that says nothing, not with a page for a browser", async () => {
    const uninstall = async (body: unknown) => {
      const { client } = await startDialectService(({ method }) => ({ body: method === "GET" ? [] : body }));
      return client.call("skill.uninstall", { id: "k", installationId: "i" });
    };
    expect(await uninstall({})).toMatchObject({ id: "i", status: "removed" });
    await expect(uninstall("<!doctype html><title>Sign in</title>")).rejects.toThrow(/it answered with HTML/);
  });

  test.each(["server.deploy", "serverTestRuns.start"] as const)(
    "%s is not done with the id of a work",
    async (name) => {
      const { client } = await startDialectService(({ method }) =>
        method === "GET" ? { body: [] } : { body: { evalId: "e-1", index: 7 } },
      );
      const change = client.call(name, { id: "s", version: "1.0.0", environment: {} });
      await expect(change).rejects.toMatchObject({ name: "UnclearAnswerError" });
    },
  );

  test("that makes something is not done with what has no id", async () => {
    const made = { serverId: "s", version: "1.0.0", createdAt: "2026-01-01T00:00:00Z" };
    const { client } = await startDialectService(({ method, path }) =>
      method === "GET" ? { body: path === "deployments" ? [made] : [] } : { status: 204 },
    );
    const change = client.call("server.deploy", { id: "s", version: "1.0.0", environment: {} });
    await expect(change).rejects.toMatchObject({ name: "UnclearAnswerError" });
  });

  test.each([
    ["shows it", "generating", undefined],
    ["shows nothing of it", "ready", /\(502.*It may have been done all the same: refresh first\.$/],
  ])("that a gateway answers for is done if the service %s", async (_what, status, message) => {
    const { client, asked } = await startDialectService(
      ({ method }) =>
        method === "GET"
          ? { body: [{ id: "s", name: "S", status }] }
          : { status: 502, body: "<html><title>Bad gateway</title></html>", headers: { "content-type": "text/html" } },
      {
        ...{ version: 2, dialect: "other", operations: {} },
        kinds: {
          server: {
            states: [
              { when: { "$.status": "generating" }, is: "generating" },
              { when: { "$.status": "ready" }, is: "ready" },
            ],
          },
        },
      },
    );
    const change = client.call("server.generate", { id: "s" });
    if (message) await expect(change).rejects.toThrow(message);
    else expect(await change).toMatchObject({ id: "s", status: "generating" });
    expect(asked.filter(({ method }) => method !== "GET")).toHaveLength(1);
  });

  test("that makes a key has it wherever the response has one", async () => {
    const { client } = await startDialectService(({ method }) => {
      if (method === "GET") return { body: [] };
      const properties = { SecretID: "k-0123456789abcdef", keyId: "0123456789abcdef-1", hint: "k-0" };
      return { status: 201, body: { id: "a", name: "CI", properties } };
    });
    expect(await client.call("apiKeys.create", { name: "CI", scopes: [] })).toMatchObject({
      key: "k-0123456789abcdef",
    });
  });

  test("that makes a key has only the scopes that the response says", async () => {
    const body = { key: "k-0123456789abcdef" };
    const { client } = await startDialectService(({ method }) => ({ body: method === "GET" ? [] : body }));
    const made = await client.call("apiKeys.create", { name: "CI", scopes: ["read"] });
    expect(made).toMatchObject({ name: "CI", ...body });
    expect(made).not.toHaveProperty("scopes");
  });
});
