import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ContainerFixture, startContainerFixture } from "../support/containers/containerFixture.ts";
import { importNodeImage } from "../support/containers/importImage.ts";
import { findPodmanProblem, type Podman, startPodman } from "../support/containers/podman.ts";
import { isIdle, runServerWith } from "../support/deployments/idleServer.ts";
import { callTool } from "../support/service/gatewayCall.ts";

const problem = findPodmanProblem();

describe.skipIf(problem !== undefined)(`several containers of Podman${problem ? `: ${problem}` : ""}`, () => {
  const base = "localhost/fairlead-test/node:1";
  let podman: Podman;
  let fixture: ContainerFixture;
  beforeAll(async () => {
    podman = await startPodman();
    await importNodeImage(podman, base);
    fixture = await startContainerFixture(podman.socket, base, undefined, { idleMinuteMs: 1000 });
  });
  afterAll(async () => {
    await fixture?.close();
    await podman?.close();
  });

  const listContainers = async (deploymentId: string) => {
    const filter = `label=io.github.fairlead.deployment=${deploymentId}`;
    const output = await podman.run("ps", "--all", "--quiet", "--filter", filter);
    return output.split("\n").filter((id) => id !== "");
  };

  test("run a server with three replicas, and a new version replaces them without a failed call", async () => {
    const { serverId, deployment } = await runServerWith(fixture, "healthy", { replicas: 3 });
    expect(await listContainers(deployment.id)).toHaveLength(3);
    let isOver = false;
    const answered = new Set<string>();
    const callers = Array.from({ length: 6 }, async () => {
      while (!isOver) answered.add((await callTool(fixture, serverId, "slow", { ms: 20 })).label);
    });
    const second = await fixture.deployVersion(serverId, "2.0.0", "healthy", "second");
    await expect.poll(() => answered.has("second"), { timeout: 10_000 }).toBe(true);
    isOver = true;
    // A call that fails rejects.
    await Promise.all(callers);
    expect(await listContainers(second)).toHaveLength(3);
    await expect.poll(() => listContainers(deployment.id), { timeout: 20_000 }).toEqual([]);
  });

  test("end without calls, and the next call starts one", async () => {
    const { serverId, deployment } = await runServerWith(fixture, "healthy", { stopWhenIdleMinutes: 1 });
    await fixture.waitForDeployment(deployment.id, isIdle);
    expect(await listContainers(deployment.id)).toEqual([]);
    expect(await callTool(fixture, serverId, "echo")).toMatchObject({ label: "healthy" });
    expect(await listContainers(deployment.id)).toHaveLength(1);
  });
});
