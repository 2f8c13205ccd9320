import { describe, expect, test } from "vitest";
import type { notifyOnLevels } from "../../../../../src/contract/userSettings.ts";
import { announceDeployment } from "../../../../../src/extension/deployment/commands/announceDeployment.ts";
import type { DeploymentOutcome } from "../../../../../src/extension/deployment/model/deploymentWatches.ts";
import { findDefaultProject, listProjects } from "../../../../../src/extension/project/commands/projectChoice.ts";
import { writeSelectedProject } from "../../../../../src/extension/project/model/selectedProject.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import { createTinyServer, deployTinyServer } from "../../../../support/servers/deployTinyServer.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();
const { deployment } = await deployTinyServer(served, await createTinyServer(served, "Tiny", "healthy"));

const countMessages = async (outcome: DeploymentOutcome["outcome"]) => {
  await using fixture = await createCommandFixture(served);
  await announceDeployment(fixture.app, served.api, { outcome, wasLive: false, deployment, serverName: "Tiny" });
  expect(fixture.refreshed).toContain("fairlead.servers");
  return fixture.messages.shown.length;
};

describe("notifications of deployments", () => {
  test.each([
    ["all", 1, 1],
    ["failures", 0, 1],
    ["none", 0, 0],
  ] satisfies [(typeof notifyOnLevels)[number], number, number][])(
    "follow the user setting %s",
    async (level, live, failed) => {
      await served.api.call("userSettings.update", { notifyOn: level });
      expect([await countMessages("live"), await countMessages("failed")]).toEqual([live, failed]);
      await served.api.call("userSettings.update", { notifyOn: null });
    },
  );

  test("are all shown if the service has no user settings", async () => {
    await using fixture = await createCommandFixture(served);
    const client = { ...served.api, call: lacking(served.api.call) };
    await announceDeployment(fixture.app, client, { outcome: "live", wasLive: false, deployment, serverName: "Tiny" });
    expect(fixture.messages.shown).toHaveLength(1);
  });
});

test("the default project is used if there are several projects and none is selected", async () => {
  const other = await served.api.call("projects.create", { name: "Second" });
  await using fixture = await createCommandFixture(served);
  const obvious = async () => findDefaultProject(fixture.app, served.api, await listProjects(served.api));
  expect(await obvious()).toBeUndefined();
  await served.api.call("userSettings.update", { defaultProjectId: other.id });
  expect(await obvious()).toEqual({ kind: "known", id: other.id });
  await writeSelectedProject(fixture.memory, fixture.app.connections.scope() ?? "", served.project);
  expect(await obvious()).toEqual({ kind: "known", id: served.project.id });
  await served.api.call("userSettings.update", { defaultProjectId: null });
});

class LackingError extends Error {
  override readonly name = "NotFoundError";
}

/** An older service without user settings. */
function lacking(call: typeof served.api.call): typeof served.api.call {
  return async (name, input, options) => {
    if (name === "userSettings.get") throw new LackingError("There is no such operation.");
    return call(name, input, options);
  };
}
