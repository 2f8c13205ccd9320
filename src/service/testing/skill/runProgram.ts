import { type ChildProcess, spawn } from "node:child_process";
import { killWatched, type ProcessWatch, watchedSpawn } from "../../deployments/process/processWatch.ts";

interface ProgramRun {
  readonly command: readonly [string, ...string[]];
  readonly folder: string;
  /** The whole environment. */
  readonly environment: Readonly<Record<string, string>>;
  /** The standard input, which the program does not have to read. */
  readonly input: string;
  /** The most bytes of each output. */
  readonly maxOutput: number;
  readonly onStart?: (child: ChildProcess) => void;
}

export interface ProgramEnd {
  readonly stdout: string;
  readonly stderr: string;
  /** null if the process was killed. */
  readonly exitCode: number | null;
  /** The reason for a killed process. */
  readonly endedBy: "time" | "output" | "signal" | undefined;
}

/** Runs a program in a process group of its own, which ends as a whole with the signal or the service. Resolves at its exit. */
export function runProgram(run: ProgramRun, watch: ProcessWatch, signal: AbortSignal): Promise<ProgramEnd> {
  const [command, ...args] = run.command;
  const child = spawn(command, args, {
    cwd: run.folder,
    env: run.environment,
    stdio: ["pipe", "pipe", "pipe", "ignore", "pipe"],
    ...watchedSpawn,
  });
  watch.add(child);
  let endedBy: ProgramEnd["endedBy"];
  const kill = (reason: ProgramEnd["endedBy"]) => {
    endedBy ??= reason;
    killWatched(child);
  };
  const onAbort = () => kill("time");
  signal.addEventListener("abort", onAbort, { once: true });
  if (signal.aborted) onAbort();
  const outputs = [child.stdout, child.stderr].map((stream) => {
    const buffer = createBoundedBuffer(run.maxOutput, () => kill("output"));
    stream?.on("data", buffer.add);
    return buffer;
  });
  child.stdin?.on("error", () => undefined).end(run.input);
  run.onStart?.(child);
  return new Promise<ProgramEnd>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (exitCode, endSignal) => {
      const [stdout = "", stderr = ""] = outputs.map(({ text }) => text());
      resolve({ stdout, stderr, exitCode, endedBy: endedBy ?? (endSignal ? "signal" : undefined) });
    });
  }).finally(() => {
    signal.removeEventListener("abort", onAbort);
    watch.remove(child);
  });
}

/** The output of a program up to a limit of bytes. What is more calls `onFull`, and is left out. */
function createBoundedBuffer(limit: number, onFull: () => void) {
  const chunks: Buffer[] = [];
  let size = 0;
  return {
    add: (chunk: Buffer) => {
      const room = limit - size;
      if (room > 0) chunks.push(chunk.subarray(0, room));
      size += chunk.length;
      if (size > limit) onFull();
    },
    text: () => Buffer.concat(chunks).toString("utf8"),
  };
}
