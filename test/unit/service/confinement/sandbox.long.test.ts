import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { getPriority } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createSandboxFinder } from "../../../../src/service/confinement/findSandbox.ts";
import { maximumScratchBytes, type Sandbox } from "../../../../src/service/confinement/sandbox.ts";
import { createSystemCallFilter } from "../../../../src/service/confinement/systemCallFilter.ts";
import { tryAgentSandbox, trySandbox } from "../../../../src/service/confinement/trySandbox.ts";
import { createProcessWatch } from "../../../../src/service/deployments/process/processWatch.ts";
import { runScript } from "../../../../src/service/testing/skill/scriptRunner.ts";
import { processesNaming } from "../../../host/processes.ts";
import { createTemporaryFolder } from "../../../support/createTemporaryFolder.ts";
import { createMachineSandbox, hasSandbox, machineSandbox } from "../../../support/service/machineSandbox.ts";

const worksOnThisMachine =
  spawnSync("bwrap", ["--unshare-all", "--size", "1", "--tmpfs", "/tmp", "--ro-bind", "/", "/", "true"]).status === 0;

describe("a machine", () => {
  test.skipIf(!worksOnThisMachine)("whose bubblewrap works has a sandbox", async () => {
    const finder = createMachineSandbox();
    expect(await finder.find()).toMatchObject({ sandbox: { name: "bubblewrap" } });
    await finder.close();
  });

  test.skipIf(process.platform === "darwin")(
    "without bubblewrap has no sandbox, and it is said what to install",
    async () => {
      vi.stubEnv("PATH", createTemporaryFolder());
      onTestFinished(() => void vi.unstubAllEnvs());
      const logged: string[] = [];
      const finder = createSandboxFinder((message) => logged.push(message));
      expect(await finder.find()).toEqual({
        sandbox: undefined,
        reason: process.platform === "linux" ? "bubblewrap is not installed" : expect.any(String),
        remedy: expect.any(String),
      });
      expect(logged).toEqual([expect.stringContaining("not confined by the operating system")]);
      await finder.close();
    },
  );

  test.skipIf(process.platform !== "linux")("whose bubblewrap fails has no sandbox, for its reason", async () => {
    const folder = createTemporaryFolder();
    writeFileSync(join(folder, "bwrap"), '#!/bin/sh\necho "setting up uid map: Permission denied" >&2\nexit 1\n', {
      mode: 0o755,
    });
    vi.stubEnv("PATH", folder);
    onTestFinished(() => void vi.unstubAllEnvs());
    const finder = createSandboxFinder(() => {});
    expect(await finder.find()).toMatchObject({ sandbox: undefined, reason: "setting up uid map: Permission denied" });
    await finder.close();
  });
});

test.skipIf(!hasSandbox)("a confined program yields to the other programs of the machine", async () => {
  const finder = createMachineSandbox();
  onTestFinished(() => finder.close());
  const { sandbox } = await finder.find();
  const [command = "", ...args] = sandbox?.wrap(["-p", "os.getPriority()"], { folder: createTemporaryFolder() }) ?? [];
  expect(Number(spawnSync(command, args, { encoding: "utf8" }).stdout)).toBeGreaterThan(getPriority());
});

describe("the trial of a sandbox", () => {
  const createSandbox = (wrap: Sandbox["wrap"]): Sandbox => ({ name: "leaky", hasOwnNetwork: true, limits: [], wrap });

  test("rejects one that confines nothing", async () => {
    const leaky = createSandbox((args) => [process.execPath, ...args]);
    await expect(trySandbox(leaky, createTemporaryFolder())).rejects.toThrow(
      "leaky does not confine on this machine (file)",
    );
  });

  test("rejects one that only restricts files", async () => {
    const leaky = createSandbox((args, { folder }) => [
      process.execPath,
      "--permission",
      `--allow-fs-read=${folder}`,
      ...args,
    ]);
    await expect(trySandbox(leaky, createTemporaryFolder())).rejects.toThrow(
      "leaky does not confine on this machine (network)",
    );
  });

  test.skipIf(!hasSandbox)("rejects one whose programs cannot listen at their own port", async () => {
    const finder = createMachineSandbox();
    onTestFinished(() => finder.close());
    const { sandbox } = await finder.find();
    const closed = createSandbox((args, access) => {
      const [own] = access.ports ?? [];
      return (
        sandbox?.wrap(
          args.map((argument) => (argument === String(own) ? "1" : argument)),
          access,
        ) ?? [""]
      );
    });
    await expect(trySandbox(closed, createTemporaryFolder())).rejects.toThrow("listen at its own port");
  });

  test("rejects one whose programs do not start", async () => {
    const broken = createSandbox(() => ["/bin/sh", "-c", "echo no such thing >&2; exit 4"]);
    await expect(trySandbox(broken, createTemporaryFolder())).rejects.toThrow("no such thing");
  });

  test("rejects one that confines only programs that start no others", async () => {
    const leaky: Sandbox["wrapAgent"] = (args) => [process.execPath, ...args];
    const sandbox = { ...createSandbox(() => [""]), wrapAgent: leaky };
    await expect(tryAgentSandbox(sandbox, createTemporaryFolder())).rejects.toThrow(
      "leaky does not confine on this machine",
    );
    await expect(
      tryAgentSandbox(
        createSandbox(() => [""]),
        createTemporaryFolder(),
      ),
    ).rejects.toThrow("no program that starts");
  });

  test("rejects one that is not there", async () => {
    await expect(
      trySandbox(
        createSandbox(() => ["/nowhere/bwrap"]),
        createTemporaryFolder(),
      ),
    ).rejects.toThrow("ENOENT");
  });
});

test("the system call filter is a program of whole instructions for known architectures only", () => {
  for (const architecture of ["x64", "arm64"])
    expect((createSystemCallFilter({ architecture })?.length ?? 1) % 8).toBe(0);
  expect(createSystemCallFilter({ architecture: "mips" })).toBeUndefined();
});

const conditions: Readonly<Record<number, (loaded: number, value: number) => boolean>> = {
  21: (loaded, value) => loaded === value,
  53: (loaded, value) => loaded >= value,
  69: (loaded, value) => (loaded & value) !== 0,
};

/** Runs a filter as the kernel does, and returns its result for a call: allowed, or an error number. */
function evaluateFilter(filter: Buffer, audit: number, call: number, argument = 0): "allowed" | number {
  const data: Readonly<Record<number, number>> = { 0: call, 4: audit, 16: argument };
  let loaded = 0;
  for (let at = 0; at < filter.length; at += 8) {
    const [operation, ifTrue, ifFalse] = [filter.readUInt16LE(at), filter.readUInt8(at + 2), filter.readUInt8(at + 3)];
    const value = filter.readUInt32LE(at + 4);
    if (operation === 0x06) return value === 0x7fff_0000 ? "allowed" : value & 0xffff;
    if (operation === 0x20) loaded = data[value] ?? 0;
    else at += 8 * (conditions[operation]?.(loaded, value) ? ifTrue : ifFalse);
  }
  throw new Error("The filter has no end.");
}

test.each([
  ["x64", 0xc000_003e, [41, 53]],
  ["arm64", 0xc000_00b7, [198, 199]],
] as const)("the system call filter of %s makes no sockets of other families, also in pairs", (name, audit, calls) => {
  const filter = createSystemCallFilter({ architecture: name }) ?? Buffer.alloc(0);
  for (const call of calls) {
    for (const family of [1, 2, 10, 16]) expect(evaluateFilter(filter, audit, call, family)).toBe("allowed");
    // TIPC, packets, virtual machines and Bluetooth.
    for (const family of [30, 17, 40, 31]) expect(evaluateFilter(filter, audit, call, family)).toBe(97);
  }
});

test.each([
  ["x64", 0xc000_003e],
  ["arm64", 0xc000_00b7],
] as const)("the system call filter of %s has no calls that are newer than it", (name, audit) => {
  for (const startsProcesses of [true, false]) {
    const filter = createSystemCallFilter({ architecture: name, startsProcesses }) ?? Buffer.alloc(0);
    for (const call of [443, 444, 462, 511]) expect(evaluateFilter(filter, audit, call)).toBe(38);
    expect(evaluateFilter(filter, audit, 439)).toBe("allowed");
  }
});

test.each([
  ["x64", 0xc000_003e, 56, [57, 58, 101, 165, 272, 321, 425, 0x4000_0000 | 39]],
  ["arm64", 0xc000_00b7, 220, [117, 40, 97, 280, 425]],
] as const)("the system call filter of %s starts threads and no processes", (name, audit, clone, refused) => {
  const filter = createSystemCallFilter({ architecture: name }) ?? Buffer.alloc(0);
  expect(evaluateFilter(filter, audit, clone, 0x0001_0000)).toBe("allowed");
  expect(evaluateFilter(filter, audit, clone, 17)).toBe(1);
  // The C library uses `clone` where there is no `clone3`.
  expect(evaluateFilter(filter, audit, 435)).toBe(38);
  for (const call of refused) expect(evaluateFilter(filter, audit, call)).toBe(1);
  expect(evaluateFilter(filter, audit, 3)).toBe("allowed");
  expect(evaluateFilter(filter, 0x4000_0003, 3)).not.toBe("allowed");
});

test.each([
  ["x64", 0xc000_003e, 56, [57, 58], [101, 165, 272, 308, 310, 321, 425, 434]],
  ["arm64", 0xc000_00b7, 220, [], [117, 40, 97, 268, 270, 280, 425, 434]],
] as const)("the system call filter of %s for agents starts processes, and makes no namespaces", (...given) => {
  const [architecture, audit, clone, allowed, refused] = given;
  const filter = createSystemCallFilter({ architecture, startsProcesses: true }) ?? Buffer.alloc(0);
  expect(evaluateFilter(filter, audit, clone, 17)).toBe("allowed");
  for (const flag of [0x0002_0000, 0x0200_0000, 0x1000_0000, 0x4000_0000])
    expect(evaluateFilter(filter, audit, clone, flag | 17)).toBe(1);
  expect(evaluateFilter(filter, audit, 435)).toBe(38);
  for (const call of allowed) expect(evaluateFilter(filter, audit, call)).toBe("allowed");
  for (const call of refused) expect(evaluateFilter(filter, audit, call)).toBe(1);
});

describe.skipIf(!hasSandbox)("a confined script", () => {
  const run = async (code: string, timeoutMs = 30_000) => {
    const folder = createTemporaryFolder();
    writeFileSync(join(folder, "script.mjs"), code);
    const finder = createMachineSandbox();
    const { sandbox } = await finder.find();
    const watch = createProcessWatch();
    const workDir = createTemporaryFolder();
    const order = { folder, script: "script.mjs", args: [], stdin: "", timeoutMs, workDir, sandbox };
    const end = await runScript(order, watch, new AbortController().signal);
    await watch.close();
    await finder.close();
    return end;
  };

  test("sees only its own folders of the machine", async () => {
    const { stdout } = await run(`
import { readdirSync } from "node:fs";
const attempt = (path) => { try { return readdirSync(path).length; } catch (error) { return error.code; } };
console.log(["/etc", "/proc", "/dev", "/home", "/root", "/var", ".."].map(attempt).join());`);
    expect(new Set(stdout.trim().split(","))).toEqual(new Set(["ERR_ACCESS_DENIED"]));
  });

  test("writes into its scratch folder up to a limit", async () => {
    const { stdout } = await run(`
import { appendFileSync } from "node:fs";
let written = 0;
try { for (;;) { appendFileSync("large", Buffer.alloc(1048576)); written += 1048576; } } catch (error) { console.log(error.code, written); }`);
    const [code, written] = stdout.trim().split(" ");
    expect(code).toBe("ENOSPC");
    expect(Number(written)).toBeLessThanOrEqual(maximumScratchBytes);
    expect(Number(written)).toBeGreaterThan(maximumScratchBytes / 2);
  });

  test("gets no memory beyond a limit", async () => {
    const end = await run(`
const all = [];
try { for (let size = 0; size < 6000; size += 50) all.push(Buffer.alloc(50 * 1048576, 1)); console.log("all"); } catch (error) { console.log(error.code ?? error.name, all.length * 50); }`);
    expect(end.stdout).not.toContain("all");
    expect(Number(end.stdout.trim().split(" ")[1] ?? 0)).toBeLessThan(2100);
  });

  test("reaches no address, no name and no abstract socket", async () => {
    const { stdout } = await run(`
import { connect } from "node:net";
import { lookup } from "node:dns";
const reach = (target) => new Promise((resolve) => connect(target).on("connect", () => resolve("reached")).on("error", ({ code }) => resolve(code)));
const named = await new Promise((resolve) => lookup("example.com", (error) => resolve(error?.code ?? "found")));
console.log(JSON.stringify([await reach({ host: "127.0.0.1", port: ${Number(process.env.PORT ?? 22)} }), await reach({ host: "10.0.0.1", port: 80 }), await reach({ host: "2001:db8::1", port: 80 }), named]));`);
    expect(stdout).not.toMatch(/reached|found/);
    expect(JSON.parse(stdout)).toEqual(["ECONNREFUSED", "ENETUNREACH", "ENETUNREACH", expect.stringMatching(/^E/)]);
  });

  test("leaves nothing running when it is ended at any moment of its start", async () => {
    const folder = createTemporaryFolder();
    writeFileSync(join(folder, "script.mjs"), "for (;;);");
    const { sandbox } = await machineSandbox.find();
    const watch = createProcessWatch();
    const options = { folder, script: "script.mjs", args: [], stdin: "", workDir: createTemporaryFolder(), sandbox };
    for (let timeoutMs = 1; timeoutMs <= 40; timeoutMs += 1)
      await runScript({ ...options, timeoutMs }, watch, new AbortController().signal);
    await expect.poll(() => processesNaming(folder)).toEqual([]);
    await watch.close();
  });

  test("is ended at its time limit with all that belongs to it", async () => {
    const end = await run("process.on('SIGTERM', () => {}); for (;;);", 500);
    expect(end).toMatchObject({ endedBy: "time", exitCode: null });
  });
});
