import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { createTemporaryFolder } from "../../../support/createTemporaryFolder.ts";
import { hasExited } from "../../../support/hasExited.ts";
import { type DeploymentFixture, startDeploymentFixture } from "../../../support/service/deploymentFixture.ts";
import { callTool } from "../../../support/service/gatewayCall.ts";

const program = fileURLToPath(new URL("../../../support/service/deploymentProcess.ts", import.meta.url));
const hello = z.object({ serverId: z.string(), live: z.string(), starting: z.string(), pids: z.array(z.number()) });

let folder: string;
let service: ChildProcess;
let initial: z.output<typeof hello>;

beforeEach(() => {
  folder = createTemporaryFolder();
});

async function startAndKill(...args: string[]): Promise<void> {
  service = spawn(process.execPath, [program, folder, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  if (!service.stdout) throw new Error("The service has no output.");
  for await (const line of createInterface({ input: service.stdout })) {
    initial = hello.parse(JSON.parse(line));
    break;
  }
  service.kill("SIGKILL");
}

/** Ends a service with the database state of one that is killed while a deployment starts. */
async function killAgain(fixture: DeploymentFixture): Promise<void> {
  const { context } = fixture;
  await fixture.supervisor.close();
  context.db.run("UPDATE deployments SET status = 'starting' WHERE id = ?", initial.starting);
  await fixture.close(true);
}

describe("a service that is killed", () => {
  test("leaves no process behind, even when a server runs an endless loop", async () => {
    await startAndKill("spin");
    expect(initial.pids).toHaveLength(4);
    await expect.poll(() => initial.pids.filter((pid) => !hasExited(pid))).toEqual([]);
  });

  test("restores live deployments under their ids and retries interrupted ones once", async () => {
    await startAndKill();
    const fixture = await startDeploymentFixture({}, folder);
    await fixture.waitForStatus(initial.live, "running");
    expect(await callTool(fixture, initial.serverId, "echo")).toMatchObject({ label: "healthy" });
    const back = fixture.eventsOf(initial.live);
    expect(back.map((event) => event.sequence)).toEqual(back.map((_, index) => index + 1));
    expect(back.find((event) => event.data?.resumed)?.message).toContain("The service was restarted");
    await fixture.waitForStatus(initial.starting, "starting");
    expect(fixture.eventsOf(initial.starting).find((event) => event.data?.resumed)?.message).toContain(
      "The service stopped while this deployment was starting",
    );
    await killAgain(fixture);

    const third = await startDeploymentFixture({}, folder);
    expect(third.supervisor.store.get(initial.starting)).toMatchObject({
      status: "failed",
      failure: { step: "start", message: expect.stringContaining("stopped twice") },
    });
    await third.waitForStatus(initial.live, "running");
    await third.close();
  });
});
