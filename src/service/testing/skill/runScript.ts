import { mkdtemp, realpath, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Sandbox } from "../../confinement/sandbox.ts";
import { createProgramEnvironment } from "../../deployments/process/processEnvironment.ts";
import { createProcessGuardUrl } from "../../deployments/process/processGuard.ts";
import type { ProcessWatch } from "../../deployments/process/processWatch.ts";
import { type ProgramEnd, runProgram } from "./runProgram.ts";

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
): Promise<ProgramEnd> {
  signal.throwIfAborted();
  const scratch = await realpath(await mkdtemp(join(options.workDir, "scratch-")));
  try {
    const { folder, sandbox, timeoutMs, stdin: input } = options;
    const nodeArguments = listNodeArguments(options, scratch);
    const command =
      sandbox?.wrap(nodeArguments, { folder, scratch }) ?? ([process.execPath, ...nodeArguments] as const);
    const environment = createScriptEnvironment(process.env, scratch);
    const run = { command, folder: scratch, environment, input, maxOutput: maximumScriptOutput };
    const limit = timeoutMs === undefined ? signal : AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    return await runProgram(run, watch, limit);
  } finally {
    await rm(scratch, { recursive: true, force: true, maxRetries: 3 });
  }
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
