import { describe, expect, test } from "vitest";
import { createToolRunner } from "../../../../src/extension/agentTools/toolRunner.ts";
import { createOtherServiceFixture } from "../../../support/editor/otherServiceFixture.ts";
import { publishTestSkill } from "../../../support/editor/skillFixture.ts";
import { createToolFixture } from "../../../support/editor/toolFixture.ts";
import { addTinyVersion, createTinyServer, deployTinyServer } from "../../../support/servers/deployTinyServer.ts";
import { useServedService } from "../../../support/service/useServedService.ts";

const served = await useServedService();
const running = await deployTinyServer(served, await createTinyServer(served, "Weather", "noisy"));
const second = await deployTinyServer(served, await createTinyServer(served, "Failing", "healthy"));
const failing = await deployTinyServer(served, await addTinyVersion(served, second.server, "exitsAtOnce"));

describe("listing servers", () => {
  test("returns state and versions of each server", async () => {
    await using fixture = await createToolFixture(served);
    await served.api.call("servers.create", { projectId: served.project.id, name: "Draft", description: "To be." });
    const { connection, servers, more } = await fixture.invoke("fairlead_listServers");
    expect([connection, more]).toEqual(["Local service", undefined]);
    expect(servers).toMatchObject([
      { name: "Draft", status: "draft", latestVersion: null, description: "To be.", project: served.project.name },
      { name: "Failing", live: "0.1.0 is running", latestVersion: "0.1.1", latestDeployment: "0.1.1 is failed" },
      { id: running.server.id, name: "Weather", live: "0.1.0 is running", latestVersion: "0.1.0" },
    ]);
  });

  test("filters by name and project, and returns the next page on request", async () => {
    await using fixture = await createToolFixture(served);
    const project = await served.api.call("projects.create", { name: "Elsewhere" });
    for (const name of ["One", "Two", "Three"])
      await served.api.call("servers.create", { projectId: project.id, name });
    const first = await fixture.invoke("fairlead_listServers", { project: "elsewhere", limit: 2 });
    expect(first).toMatchObject({
      servers: [{ name: "Three", project: "Elsewhere" }, { name: "Two" }],
      more: "There are more: ask again with skip 2, or with a filter.",
    });
    const rest = await fixture.invoke("fairlead_listServers", { project: project.id, limit: 2, skip: 2 });
    expect(rest).toMatchObject({ servers: [{ name: "One" }] });
    expect(rest).not.toHaveProperty("more");
    expect(await fixture.invoke("fairlead_listServers", { filter: "weath" })).toMatchObject({
      servers: [{ name: "Weather" }],
    });
  });

  test("fails for an unknown project", async () => {
    await using fixture = await createToolFixture(served);
    await expect(fixture.invoke("fairlead_listServers", { project: "Nowhere" })).rejects.toThrow(
      "There is no project called Nowhere. Leave the project out to see all.",
    );
  });
});

describe("the status of a server", () => {
  test("contains state, health and URL", async () => {
    await using fixture = await createToolFixture(served);
    expect(await fixture.invoke("fairlead_deploymentStatus", { server: "weather" })).toMatchObject({
      server: { id: running.server.id, name: "Weather", status: "ready" },
      live: { id: running.deployment.id, version: "0.1.0", url: running.deployment.url },
      health: { restarts: 0, checks: [{ name: "process" }, { name: "handshake" }, { name: "tools" }] },
    });
  });

  test("contains the last failure with step and last lines while the previous version is live", async () => {
    await using fixture = await createToolFixture(served);
    const status = await fixture.invoke("fairlead_deploymentStatus", { server: failing.server.id });
    expect(status).toMatchObject({
      live: { version: "0.1.0" },
      latestDeployment: { id: failing.deployment.id, status: "failed" },
      lastFailure: {
        version: "0.1.1",
        failure: { step: "start", log: ["starting exitsAtOnce", "cannot go on: the database is locked"] },
      },
    });
  });

  test("contains the names of variables without a value, but never values", async () => {
    await using fixture = await createToolFixture(served);
    const variables = [
      { name: "UP_KEY", isRequired: true, isSecret: true },
      { name: "UP_URL", isRequired: true },
    ];
    const manifest = JSON.stringify({ packages: [{ environmentVariables: variables }] });
    const server = await served.api.call("servers.create", {
      projectId: served.project.id,
      name: "Wanting",
      environment: { UP_URL: "https://canary.example" },
    });
    const files = [
      ["server.mjs", ""],
      ["server.json", manifest],
    ].map(([path = "", content = ""]) => ({ path, encoding: "utf8" as const, content }));
    await served.api.call("server.generate", { id: server.id, source: { kind: "files", files, entry: "server.mjs" } });
    await expect
      .poll(async () => (await fixture.invoke("fairlead_deploymentStatus", { server: "Wanting" })).missingVariables)
      .toEqual(["UP_KEY"]);
    expect(fixture.texts.join()).not.toContain("canary");
  });

  test("names no variable as missing at a service that does not say which have a value", async () => {
    const servers = [{ id: "7", name: "Pets", variables: [{ name: "PETS_KEY", required: true, secret: true }] }];
    await using fixture = await createOtherServiceFixture(served, { servers, deployments: [] });
    const tools = createToolRunner({ ...fixture.app, isTrusted: () => true, now: Date.now, timeoutMs: 30_000 });
    const text = await tools.invoke("fairlead_deploymentStatus", { server: "Pets" }, new AbortController().signal);
    expect(JSON.parse(text)).toMatchObject({ server: { name: "Pets" } });
    expect(text).not.toContain("PETS_KEY");
  });

  test("fails for an ambiguous or unknown name, with the candidates", async () => {
    await using fixture = await createToolFixture(served);
    for (const _ of [1, 2]) await served.api.call("servers.create", { projectId: served.project.id, name: "Twin" });
    await expect(fixture.invoke("fairlead_deploymentStatus", { server: "Twin" })).rejects.toThrow(
      /^There are 2 servers called Twin\. Name one by its id: Twin \(srv_[^)]+\), Twin \(srv_[^)]+\)\.$/,
    );
    await expect(fixture.invoke("fairlead_deploymentStatus", { server: "eather" })).rejects.toThrow(
      `There is no server called eather. Similar: Weather (${running.server.id}). fairlead_listServers lists them.`,
    );
  });
});

describe("the events of a deployment", () => {
  test("are the newest of the latest deployment, and older ones on request", async () => {
    await using fixture = await createToolFixture(served);
    const last = await fixture.invoke("fairlead_deploymentEvents", { server: "Weather", kind: "log", last: 3 });
    expect(last).toMatchObject({ deployment: { id: running.deployment.id, version: "0.1.0" } });
    const { events, more } = sequences(last);
    expect(events).toHaveLength(3);
    expect(more).toBe(`There may be older ones: ask again with before ${events[0]}.`);
    const before = sequences(
      await fixture.invoke("fairlead_deploymentEvents", {
        deployment: running.deployment.id,
        kind: "log",
        last: 2,
        before: events[0],
      }),
    );
    expect(before.events.every((sequence) => sequence < (events[0] ?? 0))).toBe(true);
  });

  test("are filtered by level", async () => {
    await using fixture = await createToolFixture(served);
    const { events, more } = await fixture.invoke("fairlead_deploymentEvents", { server: "Failing", level: "error" });
    expect(events).toMatchObject([{ level: "error", message: "The process exited with code 3 before it responded." }]);
    expect(more).toBeUndefined();
  });

  test("fit into one result for any requested number", async () => {
    await using fixture = await createToolFixture(served);
    const { events, more } = sequences(
      await fixture.invoke("fairlead_deploymentEvents", { server: "Weather", last: 200 }),
    );
    expect(events.length).toBeGreaterThan(20);
    expect(more).toBe(`There may be older ones: ask again with before ${events[0]}.`);
    expect(Buffer.byteLength(fixture.texts.join())).toBeLessThanOrEqual(8000);
  });

  test("fail without a deployment or a name", async () => {
    await using fixture = await createToolFixture(served);
    await served.api.call("servers.create", { projectId: served.project.id, name: "Idle" });
    await expect(fixture.invoke("fairlead_deploymentEvents", { server: "Idle" })).rejects.toThrow(
      "Idle has not been deployed yet",
    );
    await expect(fixture.invoke("fairlead_deploymentEvents")).rejects.toThrow(
      "Name a server or the id of a deployment.",
    );
  });
});

describe("the registry", () => {
  test("is searched by text and kind, and returns the newest versions", async () => {
    await using fixture = await createToolFixture(served);
    await publishTestSkill(served, "weather-report");
    const found = await fixture.invoke("fairlead_searchRegistry", { query: "weather", kind: "skill" });
    expect(found).toMatchObject({
      artifacts: [{ kind: "skill", name: "weather-report", versionCount: 1, versions: [{ version: "0.1.0" }] }],
    });
    const { artifacts } = await fixture.invoke("fairlead_searchRegistry", {
      artifact: failing.server.artifactId ?? "",
    });
    expect(artifacts).toMatchObject([{ kind: "server", versions: [{ version: "0.1.1" }, { version: "0.1.0" }] }]);
  });

  test("returns an empty list if nothing matches", async () => {
    await using fixture = await createToolFixture(served);
    expect(await fixture.invoke("fairlead_searchRegistry", { query: "nothing like this" })).toMatchObject({
      artifacts: [],
    });
  });
});

function sequences({ events, more }: Readonly<Record<string, unknown>>) {
  if (!Array.isArray(events)) throw new Error("It answers events.");
  return { events: events.map(({ sequence }): number => Number(sequence)), more };
}
