import { describe, expect, test } from "vitest";
import type { Deployment } from "../../../../../src/contract/deployments.ts";
import type { Server } from "../../../../../src/contract/servers.ts";
import { deploymentTreeRow } from "../../../../../src/core/view/rows/deploymentTreeRow.ts";
import { projectTreeRow } from "../../../../../src/core/view/rows/projectTreeRow.ts";
import { serverTreeRow } from "../../../../../src/core/view/rows/serverTreeRows.ts";

const now = Date.parse("2026-01-01T12:00:00.000Z");
const stored = { createdAt: "2026-01-01T11:00:00.000Z", updatedAt: "2026-01-01T11:57:00.000Z", etag: '"1"' };

const server = (given: Partial<Server> = {}): Server => ({
  ...stored,
  ...{ id: "srv_1", projectId: "prj_1", name: "Pets", slug: "pets", description: "", source: null, status: "ready" },
  ...{ statusDetail: null, problems: [], artifactId: "art_1", latestVersion: "1.2.0", liveDeploymentId: null },
  ...{ desiredState: "running", environment: {}, variables: [], accounts: [], toolCount: 4 },
  ...given,
});

const deployment = (given: Partial<Deployment> = {}): Deployment => ({
  ...stored,
  ...{ id: "dep_1", serverId: "srv_1", projectId: "prj_1", version: "1.2.0", digest: "sha256:0", status: "running" },
  ...{ url: null, message: null, startedAt: "2026-01-01T11:58:00.000Z", finishedAt: null, failure: null },
  ...{ triggeredBy: "someone" },
  ...given,
});

const row = (given: Partial<Server>, live?: Deployment, latest = live) => {
  const { description, context } = serverTreeRow.describe({ kind: "server", server: server(given), live, latest }, now);
  return [description, context];
};

describe("a server's row shows", () => {
  test("that it runs, its version and since when", () => {
    expect(row({ liveDeploymentId: "dep_1" }, deployment())).toEqual([
      "running · 1.2.0 · 2 min ago",
      "server.ready.running.code",
    ]);
  });

  test("what its document changes about its tools, and screen readers and the tooltip say it in a sentence", () => {
    const documentChange = {
      ...{ document: "pets.yaml", version: "1.2.0", counts: { added: 3, changed: 1, removed: 1 } },
    };
    const node = { kind: "server", server: server(), live: undefined, latest: undefined } as const;
    const { description, spokenDescription, facts } = serverTreeRow.describe({ ...node, documentChange }, now);
    const words =
      "pets.yaml differs from 1.2.0: 3 new tools, 1 changed tool and 1 removed tool. Generate the server again to see them.";
    expect(description).toBe("not deployed · 3 new, 1 changed, 1 gone · 1.2.0 · 3 min ago");
    expect(spokenDescription).toBe(`not deployed · ${words} · 1.2.0 · 3 min ago`);
    expect(facts()).toContainEqual(["Document", words]);
    expect(serverTreeRow.revision({ ...node, documentChange })).not.toBe(serverTreeRow.revision(node));
    expect(serverTreeRow.describe(node, now).spokenDescription).toBeUndefined();
  });

  test("that a newer deployment is in progress while it is live", () => {
    const [words] = row({ liveDeploymentId: "dep_1" }, deployment(), deployment({ id: "dep_2", status: "building" }));
    expect(words).toBe("deploying · 1.2.0 · 3 min ago");
  });

  test.each<[string, Partial<Server>, Deployment | undefined]>([
    ["starting · 1.2.0 · 3 min ago", { liveDeploymentId: "dep_1" }, deployment({ status: "starting" })],
    ["degraded · 1.2.0 · 2 min ago", { liveDeploymentId: "dep_1" }, deployment({ status: "degraded" })],
    [
      "stopped · 1.2.0 · 3 min ago",
      { liveDeploymentId: "dep_1", desiredState: "stopped" },
      deployment({ status: "stopped" }),
    ],
    ["running", { liveDeploymentId: "dep_of_long_ago" }, undefined],
    ["generation failed · 3 min ago", { status: "failed", latestVersion: null }, undefined],
    ["draft · 3 min ago", { status: "draft", latestVersion: null }, undefined],
    ["not deployed · 1.2.0 · 3 min ago", {}, undefined],
  ])("%s", (words, given, live) => {
    expect(row(given, live)[0]).toBe(words);
  });

  test("that it needs an account until one is connected", () => {
    const variables = { clientIdVariable: "A_CLIENT_ID", clientSecretVariable: "A_CLIENT_SECRET" };
    const account = { scheme: "a", provider: "https://id.example.com", scopes: [], ...variables };
    const missing = { accounts: [{ ...account, connectionId: null, status: "missing" as const }] };
    const connected = { accounts: [{ ...account, connectionId: "oac_1", status: "connected" as const }] };
    expect(row(missing)).toEqual([
      "not deployed · needs an account · 1.2.0 · 3 min ago",
      "server.ready.undeployed.account.code",
    ]);
    expect(row(connected)).toEqual(["not deployed · 1.2.0 · 3 min ago", "server.ready.undeployed.account.code"]);
    const mark = (given: Partial<Server>) =>
      serverTreeRow.revision({ kind: "server", server: server(given), live: undefined, latest: undefined });
    expect(mark(missing)).not.toBe(mark(connected));
  });

  test("why its deployment failed", () => {
    const failure = { step: "start", message: "It does not listen.", log: [] };
    const latest = deployment({ status: "failed", failure });
    const text = serverTreeRow.describe({ kind: "server", server: server(), live: undefined, latest }, now);
    expect([text.description, text.facts().find(([name]) => name === "Why")]).toEqual([
      "deployment failed · 1.2.0 · 3 min ago",
      ["Why", "It does not listen."],
    ]);
  });
});

test("a deployment that is live while it is replaced is shown as live", () => {
  const node = {
    kind: "deployment",
    deployment: deployment({ status: "degraded" }),
    live: true,
    serverName: "Pets",
  } as const;
  expect(deploymentTreeRow.describe(node, now)).toMatchObject({
    label: "Pets 1.2.0",
    description: "live, degraded · 1 h ago",
  });
});

test("the revision of a row changes only with its deployment's state", () => {
  const mark = (live: Deployment) => serverTreeRow.revision({ kind: "server", server: server(), live, latest: live });
  expect(mark(deployment())).toBe(mark(deployment()));
  expect(mark(deployment())).not.toBe(mark(deployment({ status: "degraded" })));
});

describe("what confines a server", () => {
  const factsOf = (given: Partial<Deployment>) => {
    const node = { kind: "deployment", deployment: deployment(given), live: true, serverName: "Pets" } as const;
    const { facts, context } = deploymentTreeRow.describe(node, now);
    return [Object.fromEntries(facts()).Confinement, context];
  };

  test.each([
    ["bubblewrap", "Confined by bubblewrap"],
    ["none", "Not confined by the operating system"],
    [null, undefined],
  ])("%s is in the tooltip of its deployment, which offers the allowed hosts", (sandbox, text) => {
    expect(factsOf({ sandbox })).toEqual([text, "deployment.running.live.hosts"]);
  });

  test("is not in the tooltip where the service does not say it", () => {
    expect(factsOf({})).toEqual([undefined, "deployment.running.live"]);
  });

  test("and its allowed hosts are in the tooltip of the server, which offers to edit them", () => {
    const live = deployment({ sandbox: "bubblewrap" });
    const given = server({ liveDeploymentId: "dep_1", allowedHosts: ["a.example.com", "b.example.com:80"] });
    const { facts, context } = serverTreeRow.describe({ kind: "server", server: given, live, latest: live }, now);
    expect(Object.fromEntries(facts())).toMatchObject({
      Confinement: "Confined by bubblewrap",
      "Allowed hosts": "a.example.com, b.example.com:80",
    });
    expect(context).toBe("server.ready.running.hosts.code");
  });
});

describe("an idle server", () => {
  const idle = deployment({
    idleSince: "2026-01-01T11:59:00.000Z",
    health: { status: "unknown", message: "Idle: starts with the next call." },
  });

  test("is idle on its row, since when", () => {
    const node = { kind: "server", server: server({ liveDeploymentId: "dep_1" }), live: idle, latest: idle } as const;
    const text = serverTreeRow.describe(node, now);
    expect([text.description, text.icon, text.context]).toEqual([
      "idle · 1.2.0 · 1 min ago",
      "debug-pause",
      "server.ready.idle.code",
    ]);
    expect(Object.fromEntries(text.facts())).toMatchObject({ Status: "idle" });
  });

  test("is idle on the row of its deployment, with what starts it in the tooltip", () => {
    const text = deploymentTreeRow.describe({ kind: "deployment", deployment: idle, live: true, serverName: "" }, now);
    expect([text.description, text.icon]).toEqual(["idle · 1 h ago", "debug-pause"]);
    expect(Object.fromEntries(text.facts())).toMatchObject({
      ...{ Status: "idle, serves requests", Health: "Idle: starts with the next call." },
    });
  });
});

describe("where a server runs", () => {
  const live = deployment({ runsOn: "container", image: "fairlead/pets@sha256:1" });

  test("is on its row and in its tooltip, with the limits, and is offered to be changed", () => {
    const given = server({ liveDeploymentId: "dep_1", runsOn: null, limits: { memoryMb: 256 }, replicas: 2 });
    const text = serverTreeRow.describe({ kind: "server", server: given, live, latest: live }, now);
    expect([text.description, text.context]).toEqual([
      "running · 1.2.0 · container · 2 min ago",
      "server.ready.running.runner.limits.code",
    ]);
    expect(Object.fromEntries(text.facts())).toMatchObject({
      ...{ "Runs on": "Container", Image: "fairlead/pets@sha256:1", Limits: "256 MB of memory, 2 replicas" },
    });
  });

  test("is on the row before the first deployment, if the server says it", () => {
    expect(row({ runsOn: "kubernetes" })[0]).toBe("not deployed · 1.2.0 · Kubernetes · 3 min ago");
    expect(row({ runsOn: "process" })[0]).toBe("not deployed · 1.2.0 · 3 min ago");
  });

  test("is on the row of its deployment and in its tooltip", () => {
    const text = deploymentTreeRow.describe({ kind: "deployment", deployment: live, live: true, serverName: "" }, now);
    expect([text.description, text.context]).toEqual([
      "running · container · 1 h ago",
      "deployment.running.live.runner",
    ]);
    expect(Object.fromEntries(text.facts())).toMatchObject({
      "Runs on": "Container",
      Image: "fairlead/pets@sha256:1",
    });
  });

  test("is on the row of its project, which offers to change it", () => {
    const project = { ...stored, id: "prj_1", name: "Shop", serverCount: 1, skillCount: 0 };
    const describe = (runsOn?: "process" | "container") => {
      const node = { kind: "project", project: { ...project, ...(runsOn && { runsOn }) }, selected: true } as const;
      const { description, context, facts } = projectTreeRow.describe(node, now);
      return [description, context, Object.fromEntries(facts())["Servers run on"]];
    };
    expect(describe("container")).toEqual(["selected · 1 server · container", "project.selected.runner", "Container"]);
    expect(describe("process")).toEqual(["selected · 1 server", "project.selected.runner", "Process"]);
    expect(describe()).toEqual(["selected · 1 server", "project.selected", undefined]);
  });
});
