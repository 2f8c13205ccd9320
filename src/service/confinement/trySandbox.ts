import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, realpath, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { Duplex, Readable } from "node:stream";
import { text } from "node:stream/consumers";
import * as z from "zod";
import { createProgramEnvironment } from "../deployments/process/processEnvironment.ts";
import { findFreePort } from "../network/freePort.ts";
import type { ProgramAccess, Sandbox, SandboxCommand, SandboxLimit } from "./sandbox.ts";

/** What the program of the trial did. */
const trialResult = z.object({
  file: z.boolean(),
  ownFolder: z.boolean(),
  otherFolder: z.boolean(),
  network: z.boolean(),
  process: z.boolean(),
  signal: z.boolean(),
  socket: z.boolean(),
  ownPort: z.boolean(),
  kernel: z.boolean(),
});

/** Files whose owner needs no capability to open them. */
const rootFiles = {
  writable: ["/proc/sys/kernel/core_pattern", "/proc/sysrq-trigger", "/sys/fs/cgroup/cgroup.procs"],
  readable: ["/proc/kpageflags", "/etc/shadow"],
};

/** Tries, without Node's permission model, what a confined program must not be able to do, and reports on standard output. */
const program = `
import { spawnSync } from "node:child_process";
import { closeSync, constants, openSync, readFileSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
const [file, ownFile, otherFile, port, ownPort, socket, pid] = process.argv.slice(2);
const succeeds = (attempt) => {
  try {
    return attempt() !== false;
  } catch {
    return false;
  }
};
const reaches = (target) =>
  new Promise((resolve) => {
    const connection = connect(target);
    connection.on("connect", () => resolve(true)).on("error", () => resolve(false)).on("close", () => resolve(false));
    connection.on("connect", () => connection.destroy());
  });
const opens = (flags) => (path) => succeeds(() => closeSync(openSync(path, flags)));
const own = createServer((connection) => connection.end()).on("error", () => {}).listen(Number(ownPort), "127.0.0.1");
console.log(JSON.stringify({
  file: succeeds(() => readFileSync(file)),
  ownFolder: succeeds(() => writeFileSync(ownFile, "")),
  otherFolder: succeeds(() => writeFileSync(otherFile, "")),
  network: await reaches({ host: "127.0.0.1", port: Number(port) }),
  process: succeeds(() => spawnSync(process.execPath, ["-v"]).status === 0),
  signal: succeeds(() => process.kill(Number(pid), 0)),
  socket: await reaches({ path: socket }),
  ownPort: await reaches({ host: "127.0.0.1", port: Number(ownPort) }),
  kernel: ${JSON.stringify(rootFiles.writable)}.some(opens(constants.O_WRONLY)) || ${JSON.stringify(rootFiles.readable)}.some(opens(constants.O_RDONLY)),
}));
own.close();
`;

const timeLimitMs = 20_000;

type TrialFact = keyof z.output<typeof trialResult>;

interface Trial {
  /** The name of the sandbox. */
  readonly name: string;
  wrap(nodeArguments: readonly string[], access: Required<Omit<ProgramAccess, "limits">>): SandboxCommand;
  /** What the program has to be able to do, and what that is called. All else it must not. */
  readonly needed: Readonly<Partial<Record<TrialFact, string>>>;
  /** Whether the program has a folder for temporary files that hides that of the machine. */
  readonly hidesTemporaryFolder: boolean;
}

const neededByServers = { socket: "reach its service", ownPort: "listen at its own port" } as const;

/** Runs a program that tries to leave the sandbox. Rejects if it does, or if it cannot run. */
export function trySandbox(sandbox: Sandbox, parent: string): Promise<void> {
  const { name, wrap } = sandbox;
  return tryProgram({ name, wrap, needed: neededByServers, hidesTemporaryFolder: false }, parent);
}

/** The same for a program that starts others. */
export async function tryAgentSandbox({ name, wrapAgent }: Sandbox, parent: string): Promise<void> {
  if (!wrapAgent) throw new Error(`${name} confines no program that starts others`);
  const wrap: Trial["wrap"] = (nodeArguments, { folder, scratch, socket }) =>
    wrapAgent(nodeArguments, { readable: [folder], home: scratch, socket });
  const needed = { ...neededByServers, process: "start another program" };
  await tryProgram({ name, wrap, needed, hidesTemporaryFolder: true }, parent);
}

async function tryProgram({ name, wrap, needed, hidesTemporaryFolder }: Trial, parent: string): Promise<void> {
  const base = await realpath(await mkdtemp(join(parent, "trial-")));
  const folder = join(base, "program");
  const scratch = join(base, "scratch");
  for (const path of [folder, scratch]) await mkdir(path);
  await writeFile(join(folder, "trial.mjs"), program);
  const secret = join(base, "secret");
  await writeFile(secret, "secret");
  const otherFile = join(base, "written");
  const socket = join(base, "socket");
  const servers = await Promise.all([listen({ host: "127.0.0.1", port: 0 }), listen({ path: socket })]);
  try {
    const address = servers[0].address();
    const port = typeof address === "object" && address ? address.port : 0;
    const ownPort = await findFreePort();
    const args = [
      join(folder, "trial.mjs"),
      secret,
      join(folder, "written"),
      otherFile,
      String(port),
      String(ownPort),
      socket,
      String(process.pid),
    ];
    const access = { folder, scratch, socket, ports: [ownPort] };
    const { success, data, error } = trialResult.safeParse(await run(wrap(args, access)));
    if (!success) throw new Error(`the trial of ${name} reported nothing (${z.prettifyError(error)})`);
    const facts = trialResult.keyof().options;
    const isHidden = hidesTemporaryFolder && !existsSync(otherFile);
    const done = facts.find((fact) => {
      return data[fact] && needed[fact] === undefined && !(fact === "otherFolder" && isHidden);
    });
    if (done !== undefined) throw new Error(`${name} does not confine on this machine (${done})`);
    const missing = facts.find((fact) => !data[fact] && needed[fact] !== undefined);
    if (missing !== undefined) throw new Error(`${name} does not let a program ${needed[missing]}`);
  } finally {
    for (const server of servers) server.close();
  }
}

async function run([command, ...args]: SandboxCommand): Promise<unknown> {
  const child = spawn(command, args, {
    env: createProgramEnvironment(process.env),
    stdio: ["ignore", "pipe", "pipe", "ignore", "ignore"],
    timeout: timeLimitMs,
    killSignal: "SIGKILL",
  });
  const output: [string, string] = ["", ""];
  for (const [index, stream] of [child.stdout, child.stderr].entries())
    stream?.setEncoding("utf8").on("data", (text: string) => {
      output[index] = (output[index] ?? "") + text;
    });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject).once("close", resolve);
  });
  if (code !== 0) throw new Error(output[1].trim().split("\n").at(-1) || `its trial ended with ${code ?? "a signal"}`);
  return JSON.parse(output[0]);
}

function listen(address: { readonly host: string; readonly port: number } | { readonly path: string }) {
  const { promise, resolve, reject } = Promise.withResolvers<Server>();
  const server = createServer((socket) => socket.on("error", () => undefined).resume());
  server.once("error", reject).listen(address, () => resolve(server));
  return promise;
}

/** Starts a program in the sandbox with limits. */
type StartTrial = (
  nodeArguments: readonly string[],
  limits: NonNullable<Parameters<Sandbox["wrap"]>[1]["limits"]>,
) => LimitTrial;

interface LimitTrial {
  readonly pid: number | undefined;
  /** Ends descriptor 4 of the program, as the start barrier of a server. */
  end(): void;
  /** Resolves with the first output, or with the end. */
  waitForStart(): Promise<unknown>;
  /** Resolves with the whole output. */
  readonly output: Promise<string>;
}

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
