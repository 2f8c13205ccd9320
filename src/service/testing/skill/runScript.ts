import { spawn } from "node:child_process";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Sandbox } from "../../confinement/sandbox.ts";
import { createProgramEnvironment } from "../../deployments/process/processEnvironment.ts";
import { createProcessGuardUrl } from "../../deployments/process/processGuard.ts";
import { killWatched, type ProcessWatch, watchedSpawn } from "../../deployments/process/processWatch.ts";
import { createBoundedBuffer } from "./boundedBuffer.ts";

export interface ScriptRunOptions {
  /** The real path of the skill's folder. `script` is relative to it. */
  readonly folder: string;
  readonly script: string;
  readonly args: readonly string[];
  readonly stdin: string;
  /** A timeout in addition to the signal. */
  readonly timeoutMs: number | undefined;
  /** The folder in which the script's working directory is created. */
  readonly workDir: string;
  /** Confines the script by the operating system, if the machine can. */
  readonly sandbox: Sandbox | undefined;
}

export interface ScriptRunResult {
  readonly stdout: string;
  readonly stderr: string;
  /** null if the process was killed. */
  readonly exitCode: number | null;
  /** The reason for a killed process. */
  readonly endedBy: "time" | "output" | "signal" | undefined;
}

/** Bytes per stream. */
export const maximumScriptOutput = 256 * 1024;
const maxMemoryMb = 512;

/**
 * Runs a script of a skill under Node's permission model: it reads the skill's folder, reads and writes an empty working directory
 * that is removed afterwards, and starts no process, worker or native code. `node:sqlite` is disabled, because the permission model
 * does not cover it. In a sandbox it has no network, and limited space and memory; without one only Node limits it, which has no
 * permission for the network. Resolves when the process has exited.
 */
export async function runScript(
  options: ScriptRunOptions,
  watch: ProcessWatch,
  signal: AbortSignal,
): Promise<ScriptRunResult> {
  signal.throwIfAborted();
  const scratch = await realpath(await mkdtemp(join(options.workDir, "scratch-")));
  try {
    return await runInFolder(options, scratch, watch, signal);
  } finally {
    await rm(scratch, { recursive: true, force: true, maxRetries: 3 });
  }
}

function runInFolder(
  options: ScriptRunOptions,
  scratch: string,
  watch: ProcessWatch,
  signal: AbortSignal,
): Promise<ScriptRunResult> {
  const { folder, sandbox } = options;
  const nodeArguments = listNodeArguments(options, scratch);
  const [command, ...args] = sandbox?.wrap(nodeArguments, { folder, scratch }) ?? [process.execPath, ...nodeArguments];
  const child = spawn(command, args, {
    cwd: scratch,
    env: createScriptEnvironment(process.env, scratch),
    stdio: ["pipe", "pipe", "pipe", "ignore", "pipe"],
    ...watchedSpawn,
  });
  watch.add(child);
  let endedBy: ScriptRunResult["endedBy"];
  const kill = (reason: ScriptRunResult["endedBy"]) => {
    endedBy ??= reason;
    killWatched(child);
  };
  const onTimeout = () => kill("time");
  const timer = options.timeoutMs === undefined ? undefined : setTimeout(onTimeout, options.timeoutMs);
  signal.addEventListener("abort", onTimeout, { once: true });
  if (signal.aborted) onTimeout();
  const streams = [child.stdout, child.stderr].map((stream) => {
    const buffer = createBoundedBuffer(maximumScriptOutput, () => kill("output"));
    stream?.on("data", buffer.add);
    return buffer;
  });
  // A script does not have to read its input.
  child.stdin?.on("error", () => undefined).end(options.stdin);
  return new Promise<ScriptRunResult>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (exitCode, endSignal) => {
      const [stdout = "", stderr = ""] = streams.map(({ text }) => text());
      resolve({ stdout, stderr, exitCode, endedBy: endedBy ?? (endSignal ? "signal" : undefined) });
    });
  }).finally(() => {
    clearTimeout(timer);
    signal.removeEventListener("abort", onTimeout);
    watch.remove(child);
  });
}

function listNodeArguments({ folder, script, args }: ScriptRunOptions, scratch: string): string[] {
  return [
    "--no-experimental-sqlite",
    "--disable-sigusr1",
    `--max-old-space-size=${maxMemoryMb}`,
    "--permission",
    `--allow-fs-read=${folder}`,
    `--allow-fs-read=${scratch}`,
    `--allow-fs-write=${scratch}`,
    `--import=${createProcessGuardUrl()}`,
    join(folder, script),
    ...args,
  ];
}

/** The whole environment of a script: a folder for temporary files, and the same time zone on every machine. */
function createScriptEnvironment(serviceEnvironment: NodeJS.ProcessEnv, scratch: string): Record<string, string> {
  return { ...createProgramEnvironment(serviceEnvironment), TMPDIR: scratch, TEMP: scratch, TMP: scratch, TZ: "UTC" };
}
