import { rm } from "node:fs/promises";
import type { SkillFile } from "../../../skills/skill.ts";
import { checkText, type ExpectationMismatch } from "../../../testcases/checkText.ts";
import type { ScriptCase, TextExpectation } from "../../../testcases/skillCase.ts";
import { createProcessWatch } from "../../deployments/process/processWatch.ts";
import { matchWithTimeLimit } from "../matchWithTimeLimit.ts";
import type { CaseResult } from "../testPlan.ts";
import { maximumScriptOutput, runScript, type ScriptRunResult } from "./runScript.ts";
import { writeSkillFolder } from "./writeSkillFolder.ts";

const javascript = /\.[cm]?js$/;

/** Why a script is not run; undefined: it can be. `script` is its path among the files. */
function getScriptSkipResult(files: readonly SkillFile[], script: string): CaseResult | undefined {
  if (!files.some(({ path }) => path === script))
    return { status: "failed", message: `The script "${script}" is not among the skill's files.` };
  if (javascript.test(script)) return undefined;
  const message = `"${script}" is not run: only JavaScript (.js, .mjs, .cjs) can be limited to its own files here.`;
  return { status: "skipped", message };
}

/** What a script's end means for its case. */
function toScriptCaseResult(
  { script, args, expect }: ScriptCase,
  end: ScriptRunResult,
  durationMs: number,
): CaseResult {
  const output = outputText(script, args, end);
  const cut = whyCut(end, durationMs);
  if (cut !== undefined) return { status: "failed", message: cut, output };
  const { exitCode, stdout, stderr } = end;
  const found: ExpectationMismatch[] = [
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
  if (found.length === 0) return { status: "passed", output };
  const message = found.map((one) => one.message).join("\n");
  return { status: "failed", message, ...sides(found), output };
}

function textMismatch(what: string, expected: TextExpectation | undefined, actual: string): ExpectationMismatch[] {
  const found = expected && checkText(expected, actual, matchWithTimeLimit);
  return found ? [{ ...found, message: `${what}: ${found.message}` }] : [];
}

function sides(found: readonly ExpectationMismatch[]): { readonly expected: string; readonly actual: string } {
  const [first, ...more] = found;
  if (first && more.length === 0) return { expected: first.expected, actual: first.actual };
  const all = (side: "expected" | "actual") => found.map((one) => `# ${one.message}\n${one[side]}`).join("\n\n");
  return { expected: all("expected"), actual: all("actual") };
}

function whyCut({ endedBy }: ScriptRunResult, durationMs: number): string | undefined {
  if (endedBy === "time") return `It did not end within ${Math.round(durationMs / 100) / 10} s and was ended.`;
  if (endedBy === "output") return `It wrote more than ${maximumScriptOutput / 1024} kB and was ended.`;
  if (endedBy === "signal") return "It was ended from outside, or ran out of memory.";
  return undefined;
}

function outputText(script: string, args: readonly string[], { stdout, stderr, exitCode }: ScriptRunResult): string {
  const command = ["node", script, ...args].map((part) =>
    /^[\w@%+=:,./-]+$/.test(part) ? part : JSON.stringify(part),
  );
  const part = (name: string, text: string) => (text === "" ? [] : [`--- ${name} ---`, text.replace(/\n$/, "")]);
  const end = exitCode === null ? [] : [`exit code ${exitCode}`];
  return [`$ ${command.join(" ")}`, ...part("stdout", stdout), ...part("stderr", stderr), ...end].join("\n");
}

/** Runs the script cases of one run. */
export interface ScriptRunner {
  run(wanted: ScriptCase, signal: AbortSignal): Promise<CaseResult>;
  /** Ends what still runs and removes what was written. */
  close(): Promise<void>;
}

export function createScriptRunner(files: readonly SkillFile[], workDir: string): ScriptRunner {
  const closing = new AbortController();
  const running = new Set<Promise<unknown>>();
  let folder: Promise<string> | undefined;
  const watch = createProcessWatch();

  const start = async (wanted: ScriptCase, script: string, signal: AbortSignal): Promise<CaseResult> => {
    const startedAt = performance.now();
    folder ??= writeSkillFolder(workDir, files);
    const laidOut = await folder;
    closing.signal.throwIfAborted();
    const { args, stdin, timeoutMs } = wanted;
    const both = AbortSignal.any([signal, closing.signal]);
    const end = await runScript({ folder: laidOut, script, args, stdin, timeoutMs, workDir }, watch, both);
    return toScriptCaseResult(wanted, end, performance.now() - startedAt);
  };

  return {
    run: async (wanted, signal) => {
      const script = wanted.script.replace(/^(?:\.\/)+/, "");
      const reason = getScriptSkipResult(files, script);
      if (reason) return reason;
      const started = start(wanted, script, signal);
      running.add(started);
      return started.finally(() => running.delete(started));
    },
    close: async () => {
      closing.abort();
      await Promise.allSettled(running);
      await watch.close();
      const laidOut = await folder?.catch(() => undefined);
      if (laidOut !== undefined) await rm(laidOut, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
