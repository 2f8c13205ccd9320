import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:os";
import type { Readable } from "node:stream";
import { createLogLineReader } from "../process/logLineReader.ts";
import { createServerChannel, type ServerChannel } from "../process/serverChannel.ts";
import type { ProcessExit, ServerProcess, ServerProgram } from "./runner.ts";

/** A server's process, before anything is known about how to reach it. */
export interface SpawnedServer extends Omit<ServerProcess, "endpoint"> {
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
    stdio: ["ignore", "pipe", "pipe", "pipe", "pipe"],
    windowsHide: true,
  });
  // `waitForExit` handles the error later. Without this listener an earlier error would end the service.
  child.on("error", () => undefined);
  const channel = createServerChannel(child);
  const detach = program.handleMessages(channel);
  program.watch.add(child);
  const exited = waitForExit(child, program.onLine).finally(() => {
    program.watch.remove(child);
    detach();
  });
  return {
    name: `Process ${child.pid ?? "without a number"}`,
    channel,
    exited,
    stop: async (graceMs) => {
      requestEnd(child, channel);
      const timer = setTimeout(() => child.kill("SIGKILL"), graceMs);
      try {
        return await exited;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

/** The service reads no more lines of a stream in a millisecond, because a line without text costs as much as a long one. */
const linesPerMs = 100;
const pauseLines = 1000;

/** Pauses the stream after many lines. Otherwise a process that writes line breaks only stops the service. */
function createPace(output: Readable): (lines: number) => void {
  let unpaused = 0;
  return (lines) => {
    unpaused += lines;
    if (unpaused < pauseLines) return;
    output.pause();
    setTimeout(() => output.resume(), unpaused / linesPerMs);
    unpaused = 0;
  };
}

function waitForExit(child: ChildProcess, onLine: ServerProgram["onLine"]): Promise<ProcessExit> {
  for (const stream of ["stdout", "stderr"] as const) {
    const lines = createLogLineReader((line, dropped) => onLine(line, stream, dropped));
    const output = child[stream];
    if (!output) continue;
    const pace = createPace(output);
    output.on("data", (chunk: Buffer) => pace(lines.write(chunk))).on("end", () => lines.end());
  }
  return new Promise((resolve) => {
    child.once("error", (error) => {
      if (child.pid === undefined) resolve({ description: `could not start: ${error.message}` });
    });
    // `close` instead of `exit`, because the last lines of a crashing server matter most.
    child.once("close", (code, signal) => {
      const endSignal = signal ?? getReportedSignal(code);
      resolve({ description: endSignal ? `was ended by ${endSignal}` : `exited with code ${code}` });
    });
  });
}

/** A sandbox reports a signal that ended its program as the shell does, with 128 more. */
function getReportedSignal(code: number | null): string | undefined {
  return Object.entries(constants.signals).find(([, number]) => code === 128 + number)?.[0];
}
