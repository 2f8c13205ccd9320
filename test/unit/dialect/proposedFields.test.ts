import { describe, expect, test } from "vitest";
import type { DialectProfile } from "../../../src/contract/dialectProfile.ts";
import { type DialectRequest, notFoundResponse, startDialectService } from "../../support/dialect/dialectService.ts";

const responses: Readonly<Record<string, unknown>> = {
  projects: { data: [{ uuid: "prj-1", title: "Shop", registered: "2026-01-01T00:00:00Z" }] },
  servers: {
    data: [
      { server_id: "srv-1", title: "Weather", created_at: "2026-01-02T00:00:00Z", project: "prj-1", state: "active" },
      { server_id: "srv-2", name: "Tides", created_at: "2026-01-03T00:00:00Z", workspace: "prj-1", state: "active" },
    ],
  },
  deployments: { data: [{ uuid: "dep-1", mcp: "srv-1", phase: "RUNNING", version: "1.0.0" }] },
};

const other: DialectProfile = { version: 2, dialect: "other", operations: {} };

async function open(profile = other) {
  const { client } = await startDialectService(
    ({ path }) => (path in responses ? { body: responses[path] } : notFoundResponse),
    profile,
    undefined,
    false,
  );
  return {
    projects: async () => (await client.call("projects.list", {})).items,
    servers: async () => (await client.call("servers.list", {})).items,
    deployments: async () => (await client.call("deployments.list", {})).items,
  };
}

test("an id under another name is used and names the item; a name and a time under another name are not used", async () => {
  const projects = await (await open()).projects();
  expect(projects).toMatchObject([{ id: "prj-1", name: "id prj-1" }]);
  expect(projects[0]).not.toHaveProperty("createdAt");
});

test("what has the contract's own name is shown, in any style", async () => {
  const servers = await (await open({ ...other, kinds: { server: { fields: { name: "$.name" } } } })).servers();
  expect(servers).toMatchObject([
    { id: "srv-1", name: "id srv-1", createdAt: "2026-01-02T00:00:00.000Z", projectId: "prj-1" },
    { id: "srv-2", name: "Tides", createdAt: "2026-01-03T00:00:00.000Z" },
  ]);
});

test("a state is in the service's own words, whatever they usually mean", async () => {
  const servers = await (await open()).servers();
  expect(servers.map(({ status }) => status)).toEqual([{ unknown: "active" }, { unknown: "active" }]);
});

test("a link and a state under other names are undefined", async () => {
  const service = await open();
  await service.servers();
  const [deployment] = await service.deployments();
  expect(deployment).toMatchObject({ id: "dep-1", version: "1.0.0" });
  expect(Object.keys(deployment ?? {})).not.toEqual(expect.arrayContaining(["serverId"]));
  expect(deployment).not.toHaveProperty("status");
});

test("everything is shown that the profile says", async () => {
  const service = await open({
    ...other,
    kinds: {
      project: { fields: { name: "$.title", createdAt: "$.registered" } },
      server: {
        fields: { name: { first: ["$.name", "$.title"] }, projectId: { first: ["$.project", "$.workspace"] } },
        states: [{ when: { "$.state": "active" }, is: "ready" }],
      },
      deployment: {
        fields: { serverId: "$.mcp", status: "$.phase" },
        states: [{ when: { "$.phase": "RUNNING" }, is: "running" }],
      },
    },
  });
  expect(await service.projects()).toMatchObject([{ name: "Shop", createdAt: "2026-01-01T00:00:00.000Z" }]);
  expect(await service.servers()).toMatchObject([
    { name: "Weather", projectId: "prj-1", status: "ready" },
    { name: "Tides", projectId: "prj-1", status: "ready" },
  ]);
  expect(await service.deployments()).toMatchObject([{ id: "dep-1", serverId: "srv-1", status: "running" }]);
});

test("a state that rules say is shown where its name is another one, and a word without a rule in the service's words", async () => {
  const states = [{ when: { "$.phase": "STOPPED" }, is: "stopped" }];
  const service = await open({ ...other, kinds: { deployment: { states } } });
  expect(await service.deployments()).toMatchObject([{ status: { unknown: "RUNNING" } }]);
});

test("a generated id under the name of a name is undefined where each item has one", async () => {
  const ids = ["3f2504e0-4f89-41d3-9a0c-0305e82c3301", "3F2504E04F8941D39A0C0305E82C3302"];
  const namesOf = async (names: readonly string[]) => {
    const items = names.map((name, at) => ({ id: `k-${at}`, name }));
    const { client } = await startDialectService(() => ({ body: { data: items } }), other, undefined, false);
    return (await client.call("apiKeys.list", {})).items.map(({ name }) => name);
  };
  expect(await namesOf(ids)).toEqual(["id k-0", "id k-1"]);
  expect(await namesOf([...ids, "Deploys"])).toEqual([...ids, "Deploys"]);
});

describe("a list whose items nothing tells apart", () => {
  const listed = { "registry.versions": { select: { in: "query", name: "id" } } } as const;
  const start = (versions: readonly object[]) =>
    startDialectService(() => ({ body: { versions } }), { ...other, operations: listed }, undefined, false);

  test.each<[string, readonly object[]]>([
    ["by a value that is only proposed", [{ tag: "1" }, { tag: "2" }]],
    ["by any value", [{ note: "a" }, { note: "b" }]],
  ])("%s is an error that says so, and does not work", async (_what, versions) => {
    const { client, evidence } = await start(versions);
    await expect(client.call("registry.versions", { id: "a" })).rejects.toMatchObject({
      name: "UnclearAnswerError",
      message: expect.stringContaining(
        "it is not known which value is that of a version: say it in the service profile",
      ),
    });
    expect(evidence("registry.versions")).toMatchObject({ outcome: "refused", status: 200 });
  });

  test("is empty where it has no items", async () => {
    const { client } = await start([]);
    expect((await client.call("registry.versions", { id: "a" })).items).toEqual([]);
  });
});

test("a change is written as an answer says that came after the list was read", async () => {
  const shown = { sid: "p-1", heading: "Atlas", created_at: "2026-01-01T00:00:00Z" };
  const answer = ({ method }: DialectRequest) => ({ body: method === "GET" ? { projects: [shown] } : shown });
  const { client, asked, profile, saveProfile } = await startDialectService(answer, undefined, undefined, false);
  await client.call("projects.list", {});
  saveProfile({ ...profile(), kinds: { project: { fields: { id: "$.sid", name: "$.heading" } } } });
  await client.call("projects.create", { name: "Atlas" });
  expect(asked.at(-1)?.body).toEqual({ heading: "Atlas" });
});
