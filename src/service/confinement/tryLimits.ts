import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, realpath } from "node:fs/promises";
import { join } from "node:path";
import { Duplex, Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { createProgramEnvironment } from "../deployments/process/processEnvironment.ts";
import type { Sandbox, SandboxLimit } from "./sandbox.ts";

/** Starts a program in the sandbox. */
type StartTrial = (
  nodeArguments: readonly string[],
  limits: NonNullable<Parameters<Sandbox["wrap"]>[1]["limits"]>,
) => Trial;

interface Trial {
  readonly pid: number | undefined;
  /** Ends descriptor 4 of the program, as the start barrier of a server. */
  end(): void;
  /** Resolves with the first output, or with the end. */
  waitForStart(): Promise<unknown>;
  /** Resolves with the whole output. */
  readonly output: Promise<string>;
}

const timeLimitMs = 20_000;

/** Returns the limits that a sandbox applies to a program on this machine. Never rejects. */
export async function tryLimits(sandbox: Sandbox, parent: string): Promise<readonly SandboxLimit[]> {
  const folder = await realpath(await mkdtemp(join(parent, "limits-")));
  const start: StartTrial = (nodeArguments, limits) => {
    const [command, ...args] = sandbox.wrap(nodeArguments, { folder, limits });
    const child = spawn(command, args, {
      env: createProgramEnvironment(process.env),
      stdio: ["ignore", "pipe", "ignore", "ignore", "pipe"],
      timeout: timeLimitMs,
      killSignal: "SIGKILL",
    });
    child.on("error", () => {});
    const [, output, , , input] = child.stdio;
    if (!(output instanceof Readable && input instanceof Duplex)) throw new Error(`${sandbox.name} starts no trial.`);
    input.on("error", () => {});
    const waitForStart = () => Promise.race([once(output, "data"), once(child, "close")]);
    return { pid: child.pid, end: () => input.end(), waitForStart, output: text(output) };
  };
  const results = await Promise.all(
    sandbox.limits.map(async (limit) => ((await trials[limit](start).catch(() => false)) ? [limit] : [])),
  );
  return results.flat();
}

const trials = {
  /** A program with half of the memory that it asks for starts and ends early. */
  memoryMb: async (start: StartTrial) => {
    const code = 'console.log("started"); const bytes = Buffer.alloc(128 * 2 ** 20, 1); console.log(bytes.length);';
    const trial = start(["--eval", code], { memoryMb: 64 });
    return (await trial.output).trim() === "started";
  },
  /** The group of a program has the quota, and the program its descriptors. */
  cpus: async (start: StartTrial) => {
    const trial = start(["--eval", 'console.log("started"); require("fs").readSync(4, Buffer.alloc(1));'], {
      cpus: 0.5,
    });
    try {
      await trial.waitForStart();
      const groups = await readFile(`/proc/${trial.pid}/cgroup`, "utf8");
      const [, group = ""] = /^0::(.*)$/m.exec(groups) ?? [];
      return (await readFile(`/sys/fs/cgroup${group}/cpu.max`, "utf8")).trim() === "50000 100000";
    } finally {
      trial.end();
      await trial.output;
    }
  },
} as const satisfies Record<SandboxLimit, (start: StartTrial) => Promise<boolean>>;
