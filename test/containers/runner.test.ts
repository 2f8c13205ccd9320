import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createContainerDriver } from "../../src/service/containers/containerDriver.ts";
import { createNodeImage, toBaseImage } from "../support/containers/nodeBaseImage.ts";
import { findPodmanProblem, type Podman, startPodman } from "../support/containers/podman.ts";
import { type DeploymentFixture, startDeploymentFixture } from "../support/service/deploymentFixture.ts";
import { callTool } from "../support/service/gatewayCall.ts";

const problem = findPodmanProblem();

describe.skipIf(problem !== undefined)(`servers in containers of Podman${problem ? `: ${problem}` : ""}`, () => {
  const base = toBaseImage(createNodeImage());
  let podman: Podman;
  let fixture: DeploymentFixture;

  const start = (dataDir?: string) =>
    startDeploymentFixture({ startTimeoutMs: 30_000, stopGraceMs: 2000 }, dataDir, undefined, ({ db }) => ({
      container: createContainerDriver({
        db,
        log: () => {},
        engineSocket: podman.socket,
        readBaseImage: async () => base,
      }),
    }));

  beforeAll(async () => {
    podman = await startPodman();
    fixture = await start();
    fixture.context.db.run("UPDATE projects SET runs_on = 'container'");
  });
  afterAll(async () => {
    await fixture?.close();
    await podman?.close();
  });

  test("a server answers through the gateway", async () => {
    const { serverId, deployment } = await fixture.run("healthy");
    expect(deployment).toMatchObject({ runsOn: "container", sandbox: "podman" });
    const echo = await callTool(fixture, serverId, "echo", {});
    expect(echo).toMatchObject({ label: "healthy", pid: 1 });
  });
});
