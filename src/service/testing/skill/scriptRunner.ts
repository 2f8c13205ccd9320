import { rm } from "node:fs/promises";
import type { ScriptCase, SkillFile } from "../../../skills/skill.ts";
import { createProcessWatch } from "../../deployments/process/processWatch.ts";
import type { CaseResult } from "../testPlan.ts";
import { runScript } from "./runScript.ts";
import { getScriptSkipResult, toScriptCaseResult } from "./scriptCaseResult.ts";
import { writeSkillFolder } from "./writeSkillFolder.ts";

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
