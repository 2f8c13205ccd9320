import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort } from "../../../src/service/network/freePort.ts";
import { processesNaming } from "../../host/processes.ts";
import { createTinyServerFiles, tinyEntry } from "../../support/servers/tinyServer.ts";
import { type DeploymentFixture, startDeploymentFixture } from "../../support/service/deploymentFixture.ts";
import { writeFile } from "../../support/writeFile.ts";
import { startByHand, waitUntilServing } from "../measuring/startByHand.ts";
import type { Curve } from "./curve.ts";
import { body, deployTeamServer, headers, measureTeam, type ServerWay } from "./measureTeam.ts";

const sizes = [25, 50, 100, 200];

/** A team of 50 clients and its servers, beside the same servers as bare processes that the clients call directly. */
export async function team(): Promise<Curve> {
  const [ours, bare] = [await measureTeam(await useService(), sizes), await measureTeam(startAllByHand(), sizes)];
  return {
    ...{ name: "team", title: "A team of 50 clients", along: "servers that run at once" },
    series: [
      { what: "start of all", unit: "ms", points: ours.starts },
      { what: "start of bare processes", unit: "ms", points: bare.starts, isFloor: true },
      { what: "memory of all", unit: "MB", points: ours.memory },
      { what: "memory of bare processes", unit: "MB", points: bare.memory, isFloor: true },
      { what: "1,000 calls", unit: "ms", points: ours.calls },
      { what: "calls to bare processes", unit: "ms", points: bare.calls, isFloor: true },
    ],
  };
}

async function useService(): Promise<ServerWay> {
  const fixture: DeploymentFixture = await startDeploymentFixture({ probeIntervalMs: 15_000, startTimeoutMs: 30_000 });
  return {
    start: () => deployTeamServer(fixture),
    pids: async () => processesNaming(fixture.folder).map(({ pid }) => pid),
    close: () => fixture.close(),
  };
}

function startAllByHand(): ServerWay {
  const folder = mkdtempSync(join(tmpdir(), "fairlead-byhand-"));
  for (const { path, content } of createTinyServerFiles("healthy")) writeFile(folder, path, content);
  const children: ChildProcess[] = [];
  return {
    start: async () => {
      const port = await findFreePort();
      children.push(startByHand(folder, tinyEntry, port));
      return await waitUntilServing(port, { headers, body });
    },
    pids: async () => children.flatMap(({ pid }) => pid ?? []),
    close: async () => {
      await Promise.all(children.map((child) => child.kill() && once(child, "exit")));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
