import { type ChildProcess, spawn } from "node:child_process";
import { Duplex, PassThrough } from "node:stream";
import type { ServerEndpoint } from "../../mcp/serverEndpoint.ts";
import { serveStdio } from "../../stdio/serveStdio.ts";
import { createLogLineReader } from "../process/logLineReader.ts";
import { createOutputPace } from "../process/outputPace.ts";
import { killWatched, watchedSpawn } from "../process/processWatch.ts";
import { channelDescriptor, createServerChannel, type ServerChannel } from "../process/serverChannel.ts";
import { describeExit } from "./describeExit.ts";
import type { ProcessExit, ServerProcess, ServerProgram } from "./runner.ts";

/** A server's process, before anything is known about the port that it listens on. */
export interface SpawnedServer extends Omit<ServerProcess, "endpoint"> {
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
    env: { ...environment },
    stdio: [program.transport === "stdio" ? "pipe" : "ignore", "pipe", "pipe", "pipe", "pipe"],
    ...watchedSpawn,
  });
  // `waitForExit` handles the error later. Without this listener an earlier error would end the service.
  child.on("error", () => undefined);
  // There is no pipe if the process could not start.
  const pipe = child.stdio?.[channelDescriptor];
  const channel = createServerChannel(pipe instanceof Duplex ? pipe : new PassThrough(), () => killWatched(child));
  const detach = program.handleMessages(channel);
  program.watch.add(child);
  const { stdin: input, stdout: output } = child;
  const adapter =
    input && output
      ? serveStdio({ input, output }, { onLine: program.onLine, kill: () => killWatched(child) })
      : undefined;
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
    stop: async (graceMs) => {
      adapter?.close();
      requestEnd(child, channel);
      const timer = setTimeout(() => killWatched(child), graceMs);
      try {
        return await exited;
      } finally {
        clearTimeout(timer);
      }
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
