import { expect, test } from "vitest";
import type { Deployment } from "../../../../../src/contract/deployments.ts";
import type { Server } from "../../../../../src/contract/servers.ts";
import type { TreeNode } from "../../../../../src/extension/workbench/nodes.ts";
import { readTreeRow } from "../../../../support/editor/treeRowTexts.ts";

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

const of = (given: Partial<Server> = {}, live?: Deployment, latest = live) =>
  ({ kind: "server", server: server(given), live, latest }) as const;
const live = (given: Partial<Server> = {}, one: Partial<Deployment> = {}) =>
  of({ liveDeploymentId: "dep_1", ...given }, deployment(one));
const ofDeployment = (given: Partial<Deployment>, serverName = "Pets"): TreeNode => ({
  ...{ kind: "deployment", deployment: deployment(given), live: true, serverName },
});
const ofProject = (given: object): TreeNode => ({
  ...{ kind: "project", selected: true },
  project: { ...stored, id: "prj_1", name: "Shop", serverCount: 1, skillCount: 0, ...given },
});

const documentChange = {
  ...{ document: "pets.yaml", version: "1.2.0", problem: undefined, counts: { added: 3, changed: 1, removed: 1 } },
};
const words =
  "pets.yaml differs from 1.2.0: 3 new tools, 1 changed tool and 1 removed tool. Generate again for details.";
const variables = { clientIdVariable: "A_CLIENT_ID", clientSecretVariable: "A_CLIENT_SECRET" };
const account = { scheme: "a", provider: "https://id.example.com", scopes: [], ...variables };
const missing = { accounts: [{ ...account, connectionId: null, status: "missing" as const }] };
const connected = { accounts: [{ ...account, connectionId: "oac_1", status: "connected" as const }] };
const failure = { step: "start", message: "It does not listen.", log: [] };
const failed = { status: "failed" as const, failure };
const idle = {
  ...{ idleSince: "2026-01-01T11:59:00.000Z" },
  health: { status: "unknown" as const, message: "Idle: starts with the next call." },
};
const contained = { runsOn: "container" as const, image: "fairlead/pets@sha256:1" };
const allowedHosts = ["a.example.com", "b.example.com:80"];
const confined = "Confined by bubblewrap";

const any = expect.anything();
const rows: readonly (readonly [string, TreeNode, readonly unknown[], object?])[] = [
  ["a server runs", live(), ["running · 1.2.0 · 2 min ago", "server.ready.running.code"]],
  [
    "its document changes its tools",
    { ...of(), documentChange },
    ["not deployed · 3 new, 1 changed, 1 gone · 1.2.0 · 3 min ago", "server.ready.undeployed.new.outdated.code"],
    { Document: words },
  ],
  [
    "its document has errors",
    { ...of(), documentChange: { ...documentChange, problem: "It is empty." } },
    ["not deployed · document has errors · 1.2.0 · 3 min ago", any],
    { Document: "pets.yaml cannot be used as it is: It is empty. Generate the server again to see where." },
  ],
  [
    "a newer deployment is in progress",
    of({ liveDeploymentId: "dep_1" }, deployment(), deployment({ id: "dep_2", status: "building" })),
    ["deploying · 1.2.0 · 3 min ago"],
  ],
  ["it starts", live({}, { status: "starting" }), ["starting · 1.2.0 · 3 min ago"]],
  ["it is degraded", live({}, { status: "degraded" }), ["degraded · 1.2.0 · 2 min ago"]],
  [
    "it is stopped",
    live({ desiredState: "stopped" }, { status: "stopped" }),
    ["stopped · 1.2.0 · 3 min ago"],
    { "Last version that ran": "1.2.0" },
  ],
  ["its deployment is not among the newest", of({ liveDeploymentId: "dep_of_long_ago" }), ["running"]],
  ["its generation failed", of({ status: "failed", latestVersion: null }), ["generation failed · 3 min ago"]],
  [
    "the state of its live deployment is not known",
    live({}, { status: { unknown: "Settling" } }),
    ["Settling · 1.2.0 · 2 min ago", any, "question"],
  ],
  [
    "the state of its live deployment is not said",
    live({}, { status: undefined }),
    ["1.2.0 · 2 min ago", any, "question"],
  ],
  [
    "its own state is not known, and its deployment failed",
    of({ status: { unknown: "Brewing" } }, undefined, deployment({ status: "failed" })),
    ["Brewing · 1.2.0 · 3 min ago", any, "question"],
  ],
  [
    "its own state is not known, and its live deployment runs",
    live({ status: { unknown: "Brewing" } }),
    ["running · 1.2.0 · 2 min ago"],
  ],
  [
    "it has no code yet",
    of({ status: "draft", latestVersion: null, artifactId: null }),
    ["no code yet · 3 min ago", "server.draft.draft.new"],
    { Status: "no code yet", "Next step": "Generate its code from an OpenAPI document." },
  ],
  [
    "its folder was edited",
    { ...live(), folderChange: { folder: "pets", version: "1.2.0" } },
    ["running · folder changed · 1.2.0 · 2 min ago"],
    { Folder: "pets differs from 1.2.0. Deploy the server to run what the folder has." },
  ],
  [
    "a newer deployment failed",
    of({ liveDeploymentId: "dep_1" }, deployment(), deployment({ ...failed, id: "dep_2", version: "1.3.0" })),
    ["1.3.0 failed · running · 1.2.0 · 2 min ago", "server.ready.running.code"],
    { "Newest deployment": "1.3.0 failed. It does not listen." },
  ],
  [
    "its latest version is not deployed, and an earlier one is live",
    live({ latestVersion: "1.3.0" }),
    ["running · 1.2.0 · 1.3.0 not deployed · 2 min ago", "server.ready.running.code"],
    { "Live version": "1.2.0", "Latest version": "1.3.0 not deployed" },
  ],
  [
    "its latest version ran before the user went back",
    { ...live({ latestVersion: "1.3.0" }), hasLatestRun: true },
    ["running · 1.2.0 · newest 1.3.0 · 2 min ago"],
    { "Latest version": "1.3.0" },
  ],
  [
    "its live deployment has former values",
    live({ variables: [{ name: "API_KEY", required: false, secret: true, changed: true }] }),
    ["running · changed since deployed · 1.2.0 · 2 min ago", any],
  ],
  [
    "its latest version did not pass its tests, and an earlier one is live",
    { ...live({ latestVersion: "1.3.0" }), hasFailedTests: true },
    ["1.3.0 did not pass its tests · running · 1.2.0 · 2 min ago", "server.ready.running.code"],
  ],
  [
    "its latest version is being deployed, and an earlier one is live",
    of(
      { liveDeploymentId: "dep_1", latestVersion: "1.3.0" },
      deployment(),
      deployment({ id: "dep_2", version: "1.3.0", status: "building" }),
    ),
    ["deploying · 1.2.0 · 3 min ago"],
  ],
  ["it is not deployed", of(), ["not deployed · 1.2.0 · 3 min ago"]],
  [
    "the service does not say where its code is",
    of({ artifactId: null }),
    [any, "server.ready.undeployed.new.version"],
  ],
  [
    "it needs an account",
    of(missing),
    ["not deployed · needs an account · 1.2.0 · 3 min ago", "server.ready.undeployed.account.new.code"],
  ],
  [
    "a credential is given in place of an account",
    of({ ...missing, variables: [{ name: "A_TOKEN", credential: { name: "b" }, set: true }] }),
    ["not deployed · 1.2.0 · 3 min ago"],
  ],
  [
    "only the client of an account is given",
    of({ ...missing, variables: [{ name: "A_CLIENT_ID", credential: { name: "a" }, set: true }] }),
    ["not deployed · needs an account · 1.2.0 · 3 min ago"],
  ],
  [
    "its account is connected",
    of(connected),
    ["not deployed · 1.2.0 · 3 min ago", "server.ready.undeployed.account.new.code"],
  ],
  [
    "its deployment failed",
    of({}, undefined, deployment({ status: "failed", failure })),
    ["deployment failed · 1.2.0 · 3 min ago"],
    { Why: "It does not listen." },
  ],
  [
    "it is confined, with allowed hosts",
    live({ allowedHosts }, { sandbox: "bubblewrap" }),
    [any, "server.ready.running.hosts.code"],
    { Confinement: confined, "Allowed hosts": "a.example.com, b.example.com:80" },
  ],
  [
    "it is idle",
    live({}, idle),
    ["idle · 1.2.0 · 1 min ago", "server.ready.idle.code", "debug-pause"],
    { Status: "idle" },
  ],
  [
    "it runs in a container, with limits",
    live({ runsOn: null, limits: { memoryMb: 256 } }, contained),
    ["running · 1.2.0 · container · 2 min ago", "server.ready.running.runner.limits.code"],
    { "Runs on": "container", Image: "fairlead/pets@sha256:1", Limits: "256 MB of memory" },
  ],
  ["it will run on Kubernetes", of({ runsOn: "kubernetes" }), ["not deployed · 1.2.0 · Kubernetes · 3 min ago"]],
  ["it will run as a process", of({ runsOn: "process" }), ["not deployed · 1.2.0 · 3 min ago"]],
  [
    "a deployment is live while it is replaced",
    ofDeployment({ status: "degraded" }),
    ["live, degraded · 1 h ago", any, any, "Pets 1.2.0"],
  ],
  [
    "a deployment is confined",
    ofDeployment({ sandbox: "bubblewrap" }),
    [any, "deployment.running.live.hosts"],
    { Confinement: confined },
  ],
  [
    "a deployment is not confined",
    ofDeployment({ sandbox: "none" }),
    [any, "deployment.running.live.hosts"],
    { Confinement: "Not confined by the operating system" },
  ],
  [
    "the confinement of a deployment is not known",
    ofDeployment({ sandbox: null }),
    [any, "deployment.running.live.hosts"],
  ],
  ["a service does not say confinement", ofDeployment({}), [any, "deployment.running.live"]],
  [
    "a deployment is idle",
    ofDeployment(idle, ""),
    ["idle · 1 h ago", any, "debug-pause"],
    { Status: "idle, serves requests", Health: "Idle: starts with the next call." },
  ],
  [
    "a deployment runs in a container",
    ofDeployment(contained, ""),
    ["running · container · 1 h ago", "deployment.running.live.runner"],
    { "Runs on": "container", Image: "fairlead/pets@sha256:1" },
  ],
  [
    "the servers of a project run in containers",
    ofProject({ runsOn: "container" }),
    ["selected · 1 server · container", "project.selected.runner"],
    { "Servers run on": "container" },
  ],
  [
    "the servers of a project run as processes",
    ofProject({ runsOn: "process" }),
    ["selected · 1 server", "project.selected.runner"],
  ],
  ["a service does not say where they run", ofProject({}), ["selected · 1 server", "project.selected"]],
];

test.for(rows)("the row where %s", ([, node, texts, expectedFacts = {}]) => {
  const { description, context, icon, label, facts } = readTreeRow(node, now);
  expect([description, context, icon, label].slice(0, texts.length)).toEqual(texts);
  expect(facts).toMatchObject(expectedFacts);
});

test("what is not said has no fact in a tooltip; what a document changes is a sentence for screen readers", () => {
  for (const one of [{}, { sandbox: null }])
    expect(readTreeRow(ofDeployment(one), now).facts).not.toHaveProperty("Confinement");
  for (const one of [{}, { runsOn: "process" }])
    expect(readTreeRow(ofProject(one), now).facts).not.toHaveProperty("Servers run on");
  const spoken = [of(), { ...of(), documentChange }].map((node) => readTreeRow(node, now).spokenDescription);
  expect(spoken).toEqual([undefined, `not deployed · ${words} · 1.2.0 · 3 min ago`]);
});
