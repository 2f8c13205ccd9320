import { spawn } from "node:child_process";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { join } from "node:path";
import { createProgramEnvironment } from "../../deployments/process/processEnvironment.ts";
import { processGuardUrl } from "../../deployments/process/processGuard.ts";
import type { ProcessWatch } from "../../deployments/process/processWatch.ts";

export interface ScriptRunOptions {
  /** The real path of the skill's folder; `script` is relative to it. */
  readonly folder: string;
  readonly script: string;
  readonly args: readonly string[];
  readonly stdin: string;
  /** Its own limit, beside that of the signal. */
  readonly timeoutMs: number | undefined;
  /** The folder where it gets one of its own to work in. */
  readonly workDir: string;
}

export interface ScriptRunResult {
  readonly stdout: string;
  readonly stderr: string;
  /** null: it was ended. */
  readonly exitCode: number | null;
  /** What ended it, if it did not end by itself. */
  readonly endedBy: "time" | "output" | "signal" | undefined;
}

/** Bytes of each stream. */
export const maximumScriptOutput = 256 * 1024;
const mostMemoryMb = 512;

/**
 * Runs a script of a skill under Node's permission model: it reads the skill's folder, reads and writes an empty folder that is its
 * working directory and goes afterwards, and starts no process, no worker and no native code. `node:sqlite` is off, as the
 * permission model does not cover it. The network is NOT limited: Node 24 has no permission for it (`--allow-net` came with 25).
 * Nor is the disk space it takes until it ends. Resolves when the process is gone.
 */
export async function runScript(
  order: ScriptRunOptions,
  watch: ProcessWatch,
  signal: AbortSignal,
): Promise<ScriptRunResult> {
  signal.throwIfAborted();
  const scratch = await realpath(await mkdtemp(join(order.workDir, "scratch-")));
  try {
    return await run(order, scratch, watch, signal);
  } finally {
    await rm(scratch, { recursive: true, force: true, maxRetries: 3 });
  }
}

function run(
  order: ScriptRunOptions,
  scratch: string,
  watch: ProcessWatch,
  signal: AbortSignal,
): Promise<ScriptRunResult> {
  const child = spawn(process.execPath, programArguments(order, scratch), {
    cwd: scratch,
    env: createScriptEnvironment(process.env, scratch),
    stdio: ["pipe", "pipe", "pipe", "ignore", "pipe"],
    windowsHide: true,
  });
  watch.add(child);
  let endedBy: ScriptRunResult["endedBy"];
  const end = (by: ScriptRunResult["endedBy"]) => {
    endedBy ??= by;
    child.kill("SIGKILL");
  };
  const late = () => end("time");
  const timer = order.timeoutMs === undefined ? undefined : setTimeout(late, order.timeoutMs);
  signal.addEventListener("abort", late, { once: true });
  if (signal.aborted) late();
  const streams = [child.stdout, child.stderr].map((stream) => {
    const kept = boundedBytes(() => end("output"));
    stream?.on("data", kept.add);
    return kept;
  });
  // A script need not read what it is given.
  child.stdin?.on("error", () => undefined).end(order.stdin);
  return new Promise<ScriptRunResult>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (exitCode, endSignal) => {
      const [stdout = "", stderr = ""] = streams.map(({ text }) => text());
      resolve({ stdout, stderr, exitCode, endedBy: endedBy ?? (endSignal ? "signal" : undefined) });
    });
  }).finally(() => {
    clearTimeout(timer);
    signal.removeEventListener("abort", late);
    watch.remove(child);
  });
}

function programArguments({ folder, script, args }: ScriptRunOptions, scratch: string): string[] {
  return [
    "--no-experimental-sqlite",
    "--disable-sigusr1",
    `--max-old-space-size=${mostMemoryMb}`,
    "--permission",
    `--allow-fs-read=${folder}`,
    `--allow-fs-read=${scratch}`,
    `--allow-fs-write=${scratch}`,
    `--import=${processGuardUrl}`,
    join(folder, script),
    ...args,
  ];
}

function boundedBytes(onFull: () => void) {
  const chunks: Buffer[] = [];
  let size = 0;
  return {
    add: (chunk: Buffer) => {
      const room = maximumScriptOutput - size;
      if (room > 0) chunks.push(chunk.subarray(0, room));
      size += chunk.length;
      if (size > maximumScriptOutput) onFull();
    },
    text: () => Buffer.concat(chunks).toString("utf8"),
  };
}

/** The whole environment of a script: a place for temporary files, and the same time zone on every machine. */
function createScriptEnvironment(own: NodeJS.ProcessEnv, scratch: string): Record<string, string> {
  return { ...createProgramEnvironment(own), TMPDIR: scratch, TEMP: scratch, TMP: scratch, TZ: "UTC" };
}
