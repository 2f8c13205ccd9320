import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort } from "../../../src/service/network/freePort.ts";
import { startContainerFixture } from "../../support/containers/containerFixture.ts";
import { importNodeImage } from "../../support/containers/importImage.ts";
import { findPodmanProblem, type Podman, startPodman } from "../../support/containers/podman.ts";
import { createTinyServerFiles, tinyEntry } from "../../support/servers/tinyServer.ts";
import { writeFile } from "../../support/writeFile.ts";
import { waitUntilServing } from "../measuring/startByHand.ts";
import type { Curve, Point } from "./curve.ts";
import { body, deployTeamServer, headers, measureTeam, type ServerWay } from "./measureTeam.ts";

const defaultSizes = [5, 10, 20, 40];
const baseImage = "localhost/fairlead-bench/node:1";
const imageName = "localhost/fairlead-bench/server:1";

/**
 * A team of 50 clients and its servers in containers, beside containers of the same files that `podman run` starts and the clients
 * call directly, through the network of the machine. undefined where there is no engine.
 */
export async function teamContainers(sizes: readonly number[] = defaultSizes): Promise<Curve | undefined> {
  const problem = findPodmanProblem();
  if (problem !== undefined) {
    process.stdout.write(`curves: containers are not measured: ${problem}.\n`);
    return undefined;
  }
  const podman = await startPodman();
  try {
    const ours = await measureTeam(await useService(podman), sizes);
    const bare = await measureTeam(await startByHand(podman), sizes);
    return {
      ...{ name: "containers", title: "A team of 50 clients, in containers", along: "servers that run at once" },
      series: [
        { what: "start of all", unit: "ms", points: ours.starts },
        { what: "start of bare containers", unit: "ms", points: bare.starts, isFloor: true },
        { what: "start beside bare containers", unit: "times", points: divide(ours.starts, bare.starts) },
        { what: "memory of all", unit: "MB", points: ours.memory },
        { what: "memory of bare containers", unit: "MB", points: bare.memory, isFloor: true },
        { what: "1,000 calls", unit: "ms", points: ours.calls },
        { what: "calls to bare containers", unit: "ms", points: bare.calls, isFloor: true },
        { what: "calls beside bare containers", unit: "times", points: divide(ours.calls, bare.calls) },
      ],
    };
  } finally {
    await podman.close();
  }
}

const divide = (ours: readonly Point[], bare: readonly Point[]): Point[] =>
  ours.map(({ at, value }, index) => ({ at, value: value / (bare[index]?.value ?? Number.NaN) }));

async function listPids(podman: Podman): Promise<number[]> {
  const output = await podman.run("ps", "--format", "{{.Pid}}");
  return output.split("\n").flatMap((pid) => (pid === "" ? [] : [Number(pid)]));
}

async function useService(podman: Podman): Promise<ServerWay> {
  await importNodeImage(podman, baseImage);
  const fixture = await startContainerFixture(podman.socket, baseImage);
  // The engine builds the image for the first server, as it does before containers are started by hand.
  const { serverId, deployment } = await fixture.run("healthy");
  fixture.supervisor.setDesiredState(serverId, "stopped");
  await fixture.waitForStatus(deployment.id, "stopped");
  return {
    start: () => deployTeamServer(fixture),
    pids: () => listPids(podman),
    close: () => fixture.close(),
  };
}

async function startByHand(podman: Podman): Promise<ServerWay> {
  const folder = mkdtempSync(join(tmpdir(), "fairlead-bench-"));
  for (const { path, content } of createTinyServerFiles("healthy")) writeFile(folder, path, content);
  writeFileSync(
    join(folder, "Dockerfile"),
    `FROM ${baseImage}\nCOPY . /server/\nCMD ["node", "/server/${tinyEntry}"]\n`,
  );
  await podman.run("build", "--pull=never", "--tag", imageName, folder);
  rmSync(folder, { recursive: true });
  return {
    start: async () => {
      const port = await findFreePort();
      const environment = ["--env", `PORT=${port}`, "--env", "HOST=127.0.0.1"];
      await podman.run("run", "--detach", "--network=host", ...environment, imageName);
      return await waitUntilServing(port, { headers, body });
    },
    pids: () => listPids(podman),
    close: async () => void (await podman.run("rm", "--all", "--force", "--time=0")),
  };
}
