import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { isRunnableScript } from "../../../testcases/skillCase.ts";
import type { ScriptCase } from "../../../testcases/skillCaseFiles.ts";
import { checkText, type ExpectationMismatch, type TextExpectation } from "../../../testcases/textExpectation.ts";
import { findPathProblems } from "../../../text/filePaths.ts";
import type { FileContent } from "../../../text/files/fileContent.ts";
import type { Sandbox } from "../../confinement/sandbox.ts";
import type { ServiceContext } from "../../context.ts";
import { createProgramEnvironment } from "../../deployments/process/processEnvironment.ts";
import { createProcessGuardUrl } from "../../deployments/process/processGuard.ts";
import { createProcessWatch, type ProcessWatch } from "../../deployments/process/processWatch.ts";
import { matchWithTimeLimit } from "../runWithinTime.ts";
import type { CaseResult } from "../testPlan.ts";
import { type ProgramEnd, runProgram } from "./runProgram.ts";

/** Thrown when a skill cannot be written to disk unchanged. */
class UnwritableSkillError extends Error {
  override readonly name = "UnwritableSkillError";
}

/** Writes a skill to a new folder in `workDir` and returns its real path. Checks all paths before it writes the first file. */
export async function writeSkillFolder(workDir: string, files: readonly FileContent[]): Promise<string> {
  checkPaths(files);
  const folder = await realpath(await mkdtemp(join(workDir, "skill-")));
  await writeSkillFiles(folder, files);
  return folder;
}

function checkPaths(files: readonly FileContent[]): void {
  const [problem] = findPathProblems(files.map(({ path }) => path));
  if (problem) throw new UnwritableSkillError(`${JSON.stringify(problem.path)} cannot be written. ${problem.message}`);
}

/** Writes files into a folder. Checks all paths before it writes the first file. */
export async function writeSkillFiles(folder: string, files: readonly FileContent[]): Promise<void> {
  checkPaths(files);
  for (const { path, bytes } of files) {
    const target = join(folder, path);
    // The last check before the disk.
    if (relative(folder, target).split(sep).includes(".."))
      throw new UnwritableSkillError(`"${path}" is outside of the skill's folder.`);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    await writeFile(target, bytes, { flag: "wx", mode: 0o600 });
  }
}

/** Returns why a script is not run, or `undefined` if it can run. `script` is its path among the files. */
function getScriptSkipResult(files: readonly FileContent[], script: string): CaseResult | undefined {
  if (!files.some(({ path }) => path === script))
    return { status: "failed", message: `The script "${script}" is not among the skill's files.` };
  if (isRunnableScript(script)) return undefined;
  const message = `"${script}" is not run. Only JavaScript (.js, .mjs, .cjs) can be restricted to its own files.`;
  return { status: "skipped", message };
}

/** Converts the end of a script to the result of its case. */
function toScriptCaseResult({ script, args, expect }: ScriptCase, end: ProgramEnd, durationMs: number): CaseResult {
  const output = formatOutput(script, args, end);
  const forcedEnd = describeForcedEnd(end, durationMs);
  if (forcedEnd !== undefined) return { status: "failed", message: forcedEnd, output };
  const { exitCode, stdout, stderr } = end;
  const mismatches: ExpectationMismatch[] = [
    ...(exitCode === expect.exitCode
      ? []
      : [
          {
            message: `It exited with code ${exitCode}, not ${expect.exitCode}.`,
            expected: `exit code ${expect.exitCode}`,
            actual: `exit code ${exitCode}`,
          },
        ]),
    ...textMismatch("Its standard output", expect.stdout, stdout),
    ...textMismatch("Its standard error", expect.stderr, stderr),
  ];
  if (mismatches.length === 0) return { status: "passed", output };
  const message = mismatches.map((mismatch) => mismatch.message).join("\n");
  return { status: "failed", message, ...formatMismatches(mismatches), output };
}

function textMismatch(
  streamName: string,
  expected: TextExpectation | undefined,
  actual: string,
): ExpectationMismatch[] {
  const mismatch = expected && checkText(expected, actual, matchWithTimeLimit);
  return mismatch ? [{ ...mismatch, message: `${streamName}: ${mismatch.message}` }] : [];
}

function formatMismatches(mismatches: readonly ExpectationMismatch[]): {
  readonly expected: string;
  readonly actual: string;
} {
  const [first, ...more] = mismatches;
  if (first && more.length === 0) return { expected: first.expected, actual: first.actual };
  const formatSide = (side: "expected" | "actual") =>
    mismatches.map((mismatch) => `# ${mismatch.message}\n${mismatch[side]}`).join("\n\n");
  return { expected: formatSide("expected"), actual: formatSide("actual") };
}

function describeForcedEnd({ endedBy }: ProgramEnd, durationMs: number): string | undefined {
  if (endedBy === "time") return `It did not end within ${Math.round(durationMs / 100) / 10} s and was stopped.`;
  if (endedBy === "output") return `It wrote more than ${maximumScriptOutput / 1024} kB and was stopped.`;
  if (endedBy === "signal") return "Another program stopped it, or it ran out of memory.";
  return undefined;
}

function formatOutput(script: string, args: readonly string[], { stdout, stderr, exitCode }: ProgramEnd): string {
  const command = ["node", script, ...args].map((part) =>
    /^[\w@%+=:,./-]+$/.test(part) ? part : JSON.stringify(part),
  );
  const part = (name: string, text: string) => (text === "" ? [] : [`--- ${name} ---`, text.replace(/\n$/, "")]);
  const end = exitCode === null ? [] : [`exit code ${exitCode}`];
  return [`$ ${command.join(" ")}`, ...part("stdout", stdout), ...part("stderr", stderr), ...end].join("\n");
}

/** Runs the script cases of one run. */
export interface ScriptRunner {
  run(scriptCase: ScriptCase, signal: AbortSignal): Promise<CaseResult>;
  /** Stops running scripts and removes their files. */
  close(): Promise<void>;
}

export function createScriptRunner(
  files: readonly FileContent[],
  { workDir, sandbox: finder }: Pick<ServiceContext, "workDir" | "sandbox">,
): ScriptRunner {
  const closing = new AbortController();
  const running = new Set<Promise<unknown>>();
  let folder: Promise<string> | undefined;
  const watch = createProcessWatch();

  const start = async (scriptCase: ScriptCase, script: string, signal: AbortSignal): Promise<CaseResult> => {
    const startedAt = performance.now();
    folder ??= writeSkillFolder(workDir, files);
    const skillFolder = await folder;
    closing.signal.throwIfAborted();
    const { args, stdin, timeoutMs } = scriptCase;
    const stopSignal = AbortSignal.any([signal, closing.signal]);
    const { sandbox } = await finder.find();
    const scriptRun = { folder: skillFolder, script, args, stdin, timeoutMs, workDir, sandbox };
    const end = await runScript(scriptRun, watch, stopSignal);
    return toScriptCaseResult(scriptCase, end, performance.now() - startedAt);
  };

  return {
    run: async (scriptCase, signal) => {
      const script = scriptCase.script.replace(/^(?:\.\/)+/, "");
      const reason = getScriptSkipResult(files, script);
      if (reason) return reason;
      const started = start(scriptCase, script, signal);
      running.add(started);
      return started.finally(() => running.delete(started));
    },
    close: async () => {
      closing.abort();
      await Promise.allSettled(running);
      await watch.close();
      const skillFolder = await folder?.catch(() => undefined);
      if (skillFolder !== undefined) await rm(skillFolder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

interface ScriptRunOptions {
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
