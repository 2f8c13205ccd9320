import { beforeEach, describe, expect, test } from "vitest";
import type { Server } from "../../../../../src/contract/servers.ts";
import type { CommandTarget } from "../../../../../src/extension/base/rows/commandTarget.ts";
import { announceDeployment } from "../../../../../src/extension/deployment/commands/announceDeployment.ts";
import { runServersOn } from "../../../../../src/extension/server/commands/runner/runServersOn.ts";
import { readServer } from "../../../../../src/extension/server/model/readServer.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import { namedRunners, withRunners } from "../../../../support/editor/namedRunners.ts";
import { createOtherServiceFixture } from "../../../../support/editor/otherServiceFixture.ts";
import { escapeAnswer, type ScriptedAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

let server: Server;
let number = 0;
type Runners = Parameters<typeof withRunners>[1];
const served = await useServedService();
beforeEach(async () => {
  number += 1;
  server = await served.api.call("servers.create", { projectId: served.project.id, name: `Weather ${number}` });
});

const serverNode = (given: Partial<Server> = {}) =>
  ({ kind: "server", server: { ...server, ...given }, live: undefined, latest: undefined }) as const;
const projectNode = () => ({ kind: "project", project: served.project, selected: false }) as const;
/** Answers the question with the runners that are named, unless there are others. */
async function choose(
  answer: ScriptedAnswer,
  target: CommandTarget,
  { runners, given, actions }: { runners?: Runners; given?: Partial<Server>; actions?: readonly string[] } = {},
) {
  const fixture = await createCommandFixture(served, { answers: [answer], ...(actions && { actions }) });
  const { app, updates } = withRunners(fixture.app, runners, given);
  await runServersOn(app, target).finally(() => fixture.close());
  return { ...fixture, updates, shown: fixture.messages.shown, questions: fixture.prompts.questions };
}
const runsOn = async () => (await readServer(served.api, server.id))?.runsOn;

describe("where a server runs", () => {
  test("is chosen among the runners of the service, and saved for the next deployment", async () => {
    await using fixture = await createCommandFixture(served, { answers: ["Process"] });
    await runServersOn(fixture.app, { node: serverNode() });
    expect(fixture.prompts.questions).toEqual([`Run ${server.name} On: Where does the next deployment run?`]);
    expect(await runsOn()).toBe("process");
    expect(fixture.messages.shown).toEqual([
      `info: Saved for ${server.name}: Process. It applies to the next deployment.`,
    ]);
    expect(fixture.refreshed).toEqual(["fairlead.servers"]);
  });

  test("is what its project says again", async () => {
    await served.api.call("server.update", { id: server.id, runsOn: "process" });
    await using fixture = await createCommandFixture(served, { answers: [server.name, "As the project: Process"] });
    await runServersOn(fixture.app, {});
    expect(await runsOn()).toBeNull();
  });

  test("stays the same when the current one is chosen, without a message", async () => {
    await using fixture = await createCommandFixture(served, { answers: ["As the project"] });
    await runServersOn(fixture.app, { node: serverNode() });
    expect([await runsOn(), fixture.messages.shown, fixture.refreshed]).toEqual([null, [], []]);
  });

  test("is not what is not available, which is shown with what to do", async () => {
    await using fixture = await createCommandFixture(served, { answers: ["Kubernetes"] });
    const run = runServersOn(fixture.app, { node: serverNode() });
    await expect(run).rejects.toThrow('"Kubernetes" cannot be chosen: This service has no cluster. Start it with');
    expect(await runsOn()).toBeNull();
  });

  test("is shown with the current one, and what a runner lacks", async () => {
    const { prompts } = await choose(escapeAnswer, { node: serverNode() });
    expect(prompts.offered[0]?.map(({ label, description, note }) => [label, description, note])).toEqual([
      ["As the project: Process", "current", undefined],
      ["Process", undefined, "One process runs a server."],
      ["Container", undefined, ""],
      ["Kubernetes", "not available", "There is no cluster. Start one."],
    ]);
  });

  test("is not a runner of a newer service, which is shown with what to do", async () => {
    const runners = [...namedRunners, { kind: "nomad", available: true, description: "Nomad." }];
    await using fixture = await createCommandFixture(served, { answers: ["nomad"] });
    const { app, updates } = withRunners(fixture.app, runners);
    await expect(runServersOn(app, { node: serverNode({ runsOn: "nomad" }) })).rejects.toThrow(
      '"nomad" cannot be chosen: This version of Fairlead does not know it. Update Fairlead to choose it.',
    );
    expect(updates).toEqual([]);
  });

  test("is chosen once for all selected servers, and those that are live are offered to be deployed again", async () => {
    const live = { liveDeploymentId: "dep_1", desiredState: "running" } as const;
    const nodes = [serverNode({ id: "a", ...live }), serverNode({ id: "b", ...live }), serverNode({ id: "c" })];
    const actions = ["Deploy 2 Servers Again"];
    const { questions, updates, ranCommands } = await choose("Container", { node: serverNode(), nodes }, { actions });
    expect(questions).toEqual(["Run 3 Servers On: Where does the next deployment run?"]);
    expect(updates).toEqual(["a", "b", "c"].map((id) => ({ id, runsOn: "container" })));
    await expect.poll(() => ranCommands).toEqual(Array(2).fill("fairlead.deployment.deployAgain"));
  });

  test("is announced for those that were changed before the service refuses", async () => {
    await using fixture = await createCommandFixture(served, { answers: ["Process"] });
    const run = runServersOn(fixture.app, {
      node: serverNode(),
      nodes: [serverNode(), serverNode({ id: "srv_gone" })],
    });
    await expect(run).rejects.toThrow('There is no server "srv_gone"');
    expect(fixture.messages.shown).toEqual([
      `info: Saved for ${server.name}: Process. It applies to the next deployment.`,
    ]);
  });

  test("is chosen for one server if no other of the selected ones says it", async () => {
    await using fixture = await createCommandFixture(served, { answers: [escapeAnswer] });
    const { runsOn: _, ...other } = server;
    const silent = { kind: "server", server: other, live: undefined, latest: undefined } as const;
    await runServersOn(fixture.app, { node: serverNode(), nodes: [serverNode(), silent] });
    expect(fixture.prompts.questions[0]).toContain(`Run ${server.name} On`);
  });

  test.each<[string, Partial<Server>]>([
    ["Deploy", { latestVersion: "1.0.0" }],
    ["Deploy Again", { latestVersion: "1.0.0", liveDeploymentId: "dep_1", desiredState: "running" }],
    ["", { latestVersion: "1.0.0", liveDeploymentId: "dep_1", desiredState: "stopped" }],
    ["", { latestVersion: null }],
  ])("offers as the next step: %s", async (action, given) => {
    const { shown } = await choose("Container", { node: serverNode() }, { given });
    expect(shown[0]).toMatch(new RegExp(`next deployment\\.${action && ` \\[${action}\\]`}$`));
  });

  test("of several servers that are not live offers no deployment", async () => {
    const nodes = [serverNode({ latestVersion: "1.0.0" }), serverNode({ latestVersion: "1.0.0" })];
    const { shown } = await choose("Container", { node: serverNode(), nodes });
    expect(shown[0]).toMatch(/next deployment\.$/);
  });

  test("of a failed deployment offers to deploy its version", async () => {
    const deployment = { id: "dep_2", serverId: server.id, version: "1.1.0", status: "failed" } as const;
    const node = { kind: "deployment", deployment, live: false, serverName: server.name } as const;
    const { ranCommands } = await choose("Container", { node }, { actions: ["Deploy 1.1.0"] });
    await expect.poll(() => ranCommands).toEqual(["fairlead.deployment.deployAgain"]);
    const stopped = { ...node, deployment: { ...deployment, status: "stopped" } } as const;
    expect((await choose("Container", { node: stopped })).shown[0]).not.toContain("[Deploy 1.1.0]");
  });

  test("is not offered where the service does not say it", async () => {
    await using other = await createOtherServiceFixture(served, {
      servers: { data: [{ id: "s-1", name: "Weather", status: "ready" }] },
    });
    await runServersOn(other.app, {});
    expect(other.shown).toEqual(["info: The service does not say where its servers run."]);
  });
});

describe("where the servers of a project run", () => {
  test("is saved for the project, and is no question of a single server", async () => {
    const { questions, updates, shown, refreshed } = await choose("Container", { node: projectNode() });
    expect(questions).toEqual([
      `Run the Servers of ${served.project.name} On: Where do its servers run that have no runner of their own?`,
    ]);
    expect(updates).toEqual([{ id: served.project.id, runsOn: "container" }]);
    expect(shown).toEqual([`info: Saved for ${served.project.name}: Container. It applies to the next deployment.`]);
    expect(refreshed).toEqual(["fairlead.projects", "fairlead.servers"]);
  });

  test("offers to deploy the live servers that run as the project says", async () => {
    await using fixture = await createCommandFixture(served, { answers: ["Container"] });
    const { app } = withRunners(fixture.app);
    const client = await app.client();
    const live = { ...server, liveDeploymentId: "dep_1", desiredState: "running" as const };
    const list = async function* () {
      yield* [live, { ...live, runsOn: "process" as const }, { ...live, desiredState: "stopped" as const }];
    };
    const changed = client && { ...client, list: list as never };
    await runServersOn({ ...app, client: async () => changed }, { node: projectNode() });
    expect(fixture.messages.shown[0]).toMatch(/\[Deploy Again\]$/);
  });

  test("is not asked of a service that does not say it", async () => {
    await using other = await createOtherServiceFixture(served, {
      projects: { data: [{ id: "p-1", name: "Shop" }] },
      "projects/p-1": { id: "p-1", name: "Shop" },
    });
    await runServersOn(other.app, { node: { kind: "project", project: { id: "p-1", name: "Shop" }, selected: false } });
    expect(other.shown).toEqual(["info: The service does not say where the servers of Shop run."]);
  });

  test("stays the same when the current one is chosen", async () => {
    const { updates, shown } = await choose("Process", { node: projectNode() });
    expect([updates, shown]).toEqual([[], []]);
  });

  test("needs a service that names its runners", async () => {
    const run = choose("Process", { node: projectNode() }, { runners: [] });
    await expect(run).rejects.toThrow("The service does not say where servers can run.");
  });
});

describe("a deployment that failed because its runner is not available", () => {
  const announce = async (runsOn: "process" | "kubernetes") => {
    await using fixture = await createCommandFixture(served, { actions: ["Run On..."] });
    const failure = { step: "start", message: "This service has no cluster.", log: [] };
    const deployment = {
      id: "dep_1",
      serverId: server.id,
      version: "1.0.0",
      status: "failed",
      failure,
      runsOn,
    } as const;
    const outcome = { deployment, serverName: server.name, outcome: "failed", wasLive: false } as const;
    await announceDeployment(fixture.app, served.api, outcome);
    await fixture.messages.waitFor("was not deployed");
    return [fixture.messages.shown.join(), fixture.ranCommands];
  };

  test("offers to run it elsewhere", async () => {
    const [shown, commands] = await announce("kubernetes");
    expect(shown).toContain("was not deployed: This service has no cluster. [Run On..., Open Deployment, Open Log]");
    expect(commands).toEqual(["fairlead.server.runOn"]);
  });

  test("does not offer it where the runner is there", async () => {
    expect(await announce("process")).toEqual([expect.stringContaining("cluster. [Open Deployment, Open Log]"), []]);
  });
});
