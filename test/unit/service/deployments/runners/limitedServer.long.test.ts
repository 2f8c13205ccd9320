import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SandboxFinder, SandboxResult } from "../../../../../src/service/confinement/findSandbox.ts";
import type { ProgramAccess, Sandbox, SandboxLimit } from "../../../../../src/service/confinement/sandbox.ts";
import { tryLimits } from "../../../../../src/service/confinement/trySandbox.ts";
import { createProcessDriver } from "../../../../../src/service/deployments/runners/processDriver.ts";
import { createTemporaryFolder } from "../../../../support/createTemporaryFolder.ts";
import { reachingServer } from "../../../../support/servers/reachingServer.ts";
import { type DeploymentFixture, startDeploymentFixture } from "../../../../support/service/deploymentFixture.ts";
import { callTool } from "../../../../support/service/gatewayCall.ts";
import { createMachineSandbox, hasSandbox } from "../../../../support/service/machineSandbox.ts";
import { noSandbox } from "../../../../support/service/noSandbox.ts";
import { publishFiles } from "../../../../support/service/publishFiles.ts";
import { createServerProgram, neverAborted } from "../../../../support/service/serverProgram.ts";

describe.skipIf(!hasSandbox)("a confined server with a memory limit", () => {
  let fixture: DeploymentFixture;
  beforeAll(async () => {
    fixture = await startDeploymentFixture({}, undefined, createMachineSandbox());
  });
  afterAll(() => fixture?.close());

  const deploy = async (memoryMb: number) => {
    const serverId = fixture.makeServer("limited");
    fixture.context.db.run("UPDATE servers SET limits_json = ? WHERE id = ?", JSON.stringify({ memoryMb }), serverId);
    publishFiles(fixture.context, serverId, "1.0.0", [{ path: "a.mjs", content: reachingServer }], "a.mjs");
    const { id } = await fixture.waitForStatus(fixture.deploy(serverId, "1.0.0").id, "running");
    const reach = (input: object) => callTool(fixture, serverId, "reach", input);
    const waitForExcess = () =>
      fixture.waitForDeployment(id, (_, events) =>
        events.some(({ message = "" }) =>
          message.startsWith(`The process exceeded its memory limit of ${memoryMb} MB.`),
        ),
      );
    return { reach, waitForExcess };
  };

  test("uses as much as it may, and is ended when it needs more", async () => {
    const { reach, waitForExcess } = await deploy(96);
    expect(await reach({ fill: 40, url: "data:,x" })).toMatchObject({ label: "200 x" });
    await reach({ fill: 300, url: "data:,x" }).catch(() => undefined);
    await waitForExcess();
  });

  test("is ended when its objects need more", async () => {
    const { reach, waitForExcess } = await deploy(96);
    const script = "const all = []; for (;;) all.push(new Array(100_000).fill(all.length));";
    await reach({ script }).catch(() => undefined);
    await waitForExcess();
  });

  test("has a smaller heap, so that buffers and Node itself have room", async () => {
    const { reach } = await deploy(96);
    const script = 'return String(process.getBuiltinModule("node:v8").getHeapStatistics().heap_size_limit);';
    expect(Number((await reach({ script })).label) / 2 ** 20).toBeLessThan(96);
  });

  test("collects its garbage instead of needing more", async () => {
    const { reach } = await deploy(96);
    const script = "let n = 0; for (let i = 0; i < 2000; i++) n += new Array(50_000).fill(i).length; return String(n);";
    expect(await reach({ script })).toMatchObject({ label: "100000000" });
  });
});

const createFinder = (result: SandboxResult): SandboxFinder => ({ ...noSandbox, find: async () => result });

/** A sandbox that confines nothing and records what programs may use. */
function createRecordingSandbox(limits: readonly SandboxLimit[] = []) {
  const recorded: ProgramAccess["limits"][] = [];
  const sandbox: Sandbox = {
    ...{ name: "recording", hasOwnNetwork: true, limits },
    wrap: (args, access) => {
      recorded.push(access.limits);
      return [process.execPath, ...args];
    },
  };
  return { sandbox, recorded };
}

describe("the processes of a machine", () => {
  const describeLimits = async (result: SandboxResult) => {
    const { limits, lacks } = await createProcessDriver(createFinder(result)).describe();
    return { limits, lacks: lacks.filter((sentence) => sentence.includes("limits")) };
  };

  test("have the limits that the sandbox applies, and it is described which they have not", async () => {
    const { sandbox } = createRecordingSandbox();
    expect(await describeLimits({ sandbox, limits: ["memoryMb", "cpus"] })).toEqual({
      limits: ["memoryMb", "cpus"],
      lacks: [],
    });
    expect(await describeLimits({ sandbox, limits: ["memoryMb"] })).toEqual({
      limits: ["memoryMb"],
      lacks: [expect.stringMatching(/^CPU limits .* systemd and cgroup v2/)],
    });
    const none = { limits: [], lacks: ["Memory and CPU limits of a server do not apply to processes."] };
    expect(await describeLimits({ sandbox, limits: [] })).toEqual(none);
    expect(await describeLimits(await noSandbox.find())).toEqual(none);
  });

  test("are not started with a limit that the sandbox does not apply", async () => {
    const { sandbox, recorded } = createRecordingSandbox();
    const finder = { ...createFinder({ sandbox, limits: ["memoryMb"] }), folder: async () => createTemporaryFolder() };
    const runner = await createProcessDriver(finder).open();
    const program = createServerProgram({ folder: createTemporaryFolder(), limits: { memoryMb: 128, cpus: 0.5 } });
    const server = await runner.start(program, neverAborted);
    expect(recorded).toEqual([{ memoryMb: 128 }]);
    await server.stop(0);
  });
});

describe("the trial of limits", () => {
  test("finds that a sandbox does not apply what it says", async () => {
    expect(await tryLimits(createRecordingSandbox(["memoryMb", "cpus"]).sandbox, createTemporaryFolder())).toEqual([]);
  });

  test("finds no limit where programs do not start", async () => {
    const sandbox: Sandbox = { ...createRecordingSandbox(["memoryMb"]).sandbox, wrap: () => ["/nowhere"] };
    expect(await tryLimits(sandbox, createTemporaryFolder())).toEqual([]);
  });
});
