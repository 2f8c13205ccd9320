import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { Duplex, PassThrough } from "node:stream";
import type { ServerLimits } from "../../../contract/runners.ts";
import type { SandboxFinder, SandboxResult } from "../../confinement/findSandbox.ts";
import type { Sandbox, SandboxLimit } from "../../confinement/sandbox.ts";
import { createPortEndpoint, type ServerEndpoint } from "../../mcp/serverEndpoint.ts";
import { findFreePort } from "../../network/freePort.ts";
import { serveStdio } from "../../stdio/serveStdio.ts";
import {
  createProgramEnvironment,
  createServerProcessEnvironment,
  hiddenEnvironmentUrl,
  hideEnvironment,
} from "../process/processEnvironment.ts";
import { createProcessGuardUrl } from "../process/processGuard.ts";
import { killWatched, watchedSpawn } from "../process/processWatch.ts";
import {
  channelDescriptor,
  createServerChannel,
  type ServerChannel,
  serverChannelUrl,
} from "../process/serverChannel.ts";
import { createLogLineReader, createOutputPace } from "../process/serverOutput.ts";
import {
  describeExit,
  describeMemoryExcess,
  type ProcessExit,
  type Runner,
  type ServerProcess,
  type ServerProgram,
  stopWithin,
} from "./runner.ts";
import type { RunnerDriver } from "./serverRunners.ts";
import { createTunnelUrl, openServerTunnel, type ServerTunnel } from "./serverTunnel.ts";

const ownPorts = { server: 8080, proxy: 3128 } as const;

/** Runs servers as processes of this machine: confined if it has a sandbox. */
export function createProcessDriver(finder: SandboxFinder): RunnerDriver {
  return {
    canUseAccounts: true,
    isPresent: () => true,
    describe: async () => {
      const found = await finder.find();
      const by = found.sandbox ? `confined by ${found.sandbox.name}` : "not confined by the operating system";
      const description = `Processes of this machine, ${by}.`;
      return { available: true, description, lacks: listLacks(found), limits: listLimits(found) };
    },
    open: async () => {
      const found = await finder.find();
      if (!found.sandbox) return processRunner;
      const { sandbox, limits } = found;
      return createConfinedRunner({ ...sandbox, limits }, await finder.folder());
    },
  };
}

function listLacks(found: SandboxResult): string[] {
  return [
    "Servers are programs for Node, with the packages of their package-lock.json.",
    ...listMissingLimits(listLimits(found)),
    ...(found.sandbox ? [] : [`Servers can connect to any host: ${found.reason}. ${found.remedy}`]),
  ];
}

const listLimits = (found: SandboxResult): SandboxLimit[] => (found.sandbox ? [...found.limits] : []);

function listMissingLimits(limits: readonly SandboxLimit[]): string[] {
  if (!limits.includes("memoryMb")) return ["Memory and CPU limits of a server do not apply to processes."];
  if (limits.includes("cpus")) return [];
  return [
    "CPU limits of a server do not apply to processes: they need systemd and cgroup v2 for the user of the service.",
  ];
}

/**
 * Runs a server in a sandbox of the operating system, with Node's permission model as the second line. The server and the service
 * reach each other through one socket, whose file is in `folder`.
 */
export function createConfinedRunner(sandbox: Sandbox, folder: string): Runner {
  return {
    sandbox: sandbox.name,
    start: async (given) => {
      const limits = selectLimits(given.limits, sandbox.limits);
      const { program, describeExit: explainExit } = watchMemoryExcess({ ...given, limits });
      const ports = sandbox.hasOwnNetwork ? ownPorts : { server: await findFreePort(), proxy: await findFreePort() };
      const socket = join(folder, randomBytes(8).toString("hex"));
      const tunnel = await openServerTunnel(socket, program.egress);
      const modules = [
        createProcessGuardUrl(socket),
        hiddenEnvironmentUrl,
        serverChannelUrl,
        createTunnelUrl(socket, ports),
      ];
      const nodeArguments = listNodeArguments(program.folder, program.entry, modules);
      const start = () =>
        spawnServer(
          sandbox.wrap(nodeArguments, { folder: program.folder, socket, ports: Object.values(ports), limits }),
          program,
          {
            environment: {
              ...createProgramEnvironment(process.env),
              ...hideEnvironment({
                // The sandbox has no file that says it.
                TZ: new Intl.DateTimeFormat().resolvedOptions().timeZone,
                ...createServerProcessEnvironment(program.environment, ports.server, process.env),
              }),
            },
            requestEnd: (_, { send }) => send({ kind: "fairlead.stop" }),
          },
        );
      const { channel, stdioEndpoint, ...spawned } = closeOnError(tunnel, start);
      const detach = tunnel.attach(channel);
      const exited = spawned.exited.then(explainExit).finally(() => {
        detach();
        tunnel.close();
      });
      return { ...spawned, exited, endpoint: stdioEndpoint ?? tunnel.endpoint };
    },
  };
}

/** The limits that the sandbox applies. */
function selectLimits({ memoryMb, cpus }: ServerLimits, applied: Sandbox["limits"]): ServerLimits {
  return {
    ...(applied.includes("memoryMb") && { memoryMb }),
    ...(applied.includes("cpus") && { cpus }),
  };
}

/** An environment that is too large makes a spawn throw. */
function closeOnError<T>(tunnel: Pick<ServerTunnel, "close">, task: () => T): T {
  try {
    return task();
  } catch (error) {
    tunnel.close();
    throw error;
  }
}

/**
 * Runs a server under Node's permission model alone: it reads its own folder, writes no files, and starts no process, worker or
 * native code. Its network is open, and its port is one of this machine.
 */
export const processRunner: Runner = {
  sandbox: null,
  start: async (program) => {
    const port = await findFreePort();
    const modules = [createProcessGuardUrl(), serverChannelUrl];
    const {
      channel: _,
      stdioEndpoint,
      ...spawned
    } = spawnServer([process.execPath, ...listNodeArguments(program.folder, program.entry, modules)], program, {
      environment: createServerProcessEnvironment(program.environment, port, process.env),
      requestEnd: (child) => child.kill("SIGTERM"),
    });
    return { ...spawned, endpoint: stdioEndpoint ?? createPortEndpoint(port) };
  },
};

/**
 * A server at rest takes 30 MB instead of 36, and 90 instead of 176 after many calls, in no more processor time: V8 begins with half a
 * megabyte of new objects and lets them grow to 16, and glibc has an arena for each thread.
 */
const youngGeneration = "--max-semi-space-size=1";
const allocation = { MALLOC_ARENA_MAX: "1" };

/**
 * The arguments of Node for a server. `node:sqlite` is disabled because the permission model does not cover it (Node 24.21): a server
 * could open the service's database. The modules run before the server's own code.
 */
function listNodeArguments(folder: string, entry: string, modules: readonly string[]): string[] {
  return [
    youngGeneration,
    "--no-experimental-sqlite",
    "--disable-sigusr1",
    "--permission",
    `--allow-fs-read=${folder}`,
    ...modules.map((url) => `--import=${url}`),
    join(folder, entry),
  ];
}

/** A server's process, before anything is known about the port that it listens on. */
interface SpawnedServer extends Omit<ServerProcess, "endpoint"> {
  /** The endpoint of a server that listens on no port. */
  readonly stdioEndpoint: ServerEndpoint | undefined;
  readonly channel: ServerChannel;
}

interface SpawnOptions {
  /** Asks the process to end. */
  readonly requestEnd: (child: ChildProcess, channel: ServerChannel) => void;
  readonly environment: Readonly<Record<string, string>>;
}

/** Spawns the command of a server, passes its output on, and connects its channel. */
export function spawnServer(
  [command, ...args]: readonly [string, ...string[]],
  program: ServerProgram,
  { requestEnd, environment }: SpawnOptions,
): SpawnedServer {
  const child = spawn(command, args, {
    cwd: program.folder,
    env: { ...allocation, ...environment },
    stdio: [program.transport === "stdio" ? "pipe" : "ignore", "pipe", "pipe", "pipe", "pipe"],
    ...watchedSpawn,
  });
  // `waitForExit` handles the error later. Without this listener an earlier error would end the service.
  child.on("error", () => undefined);
  const kill = () => killWatched(child);
  // There is no pipe if the process could not start.
  const pipe = child.stdio?.[channelDescriptor];
  const channel = createServerChannel(pipe instanceof Duplex ? pipe : new PassThrough(), kill);
  const detach = program.handleMessages(channel);
  program.watch.add(child);
  const { stdin: input, stdout: output } = child;
  const adapter = input && output ? serveStdio({ input, output }, { onLine: program.onLine, kill }) : undefined;
  const exited = waitForExit(child, adapter ? ["stderr"] : ["stdout", "stderr"], program.onLine)
    .then((exit) => adapter?.describeExit(exit) ?? exit)
    .finally(() => {
      program.watch.remove(child);
      detach();
    });
  return {
    name: `Process ${child.pid ?? "without a number"}`,
    channel,
    stdioEndpoint: adapter?.endpoint,
    exited,
    stop: (graceMs) => {
      adapter?.close();
      return stopWithin(graceMs, exited, () => requestEnd(child, channel), kill);
    },
  };
}

function waitForExit(
  child: ChildProcess,
  outputs: readonly ("stdout" | "stderr")[],
  onLine: ServerProgram["onLine"],
): Promise<ProcessExit> {
  for (const stream of outputs) {
    const lines = createLogLineReader((line, dropped) => onLine(line, stream, dropped));
    const output = child[stream];
    if (!output) continue;
    const pace = createOutputPace((isPaused) => (isPaused ? output.pause() : output.resume()));
    output.on("data", (chunk: Buffer) => pace(lines.write(chunk))).on("end", () => lines.end());
  }
  return new Promise((resolve) => {
    child.once("error", (error) => {
      if (child.pid === undefined) resolve({ description: `could not start: ${error.message}` });
    });
    // `close` instead of `exit`, because the last lines of a crashing server matter most.
    child.once("close", (code, signal) => {
      resolve({ description: describeExit(code, signal) });
    });
  });
}

/** What Node writes when the system or V8 gives it no more memory. */
const noMemory = /out of memory|allocation failed|MEMORY_ALLOCATION_FAILED/i;
/** A stack trace follows. */
const traceLines = 100;

/** Explains the end of a Node program that may use no more than so much memory. Its last lines say what it lacked. */
function watchMemoryExcess(program: ServerProgram): {
  readonly program: ServerProgram;
  readonly describeExit: (exit: ProcessExit) => ProcessExit;
} {
  const { memoryMb } = program.limits;
  let linesSince = Number.POSITIVE_INFINITY;
  const onLine: ServerProgram["onLine"] = (line, stream, dropped) => {
    linesSince = noMemory.test(line) ? 0 : linesSince + 1;
    program.onLine(line, stream, dropped);
  };
  return {
    program: { ...program, onLine },
    describeExit: (exit) =>
      memoryMb !== undefined && linesSince <= traceLines ? { description: describeMemoryExcess(memoryMb) } : exit,
  };
}
