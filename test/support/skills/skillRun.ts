import { mkdtemp, readdir, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { planSkillTestRun, type SkillTestRunOptions } from "../../../src/service/testing/skill/planSkillTestRun.ts";
import type { CaseResult } from "../../../src/service/testing/testPlan.ts";
import { noSandbox } from "../service/noSandbox.ts";

/** Creates a temporary folder for a run. */
export async function createRunFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "fairlead-skill-run-")));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs the cases of a skill in order. Returns their results by id, and the files that remain on disk. */
export async function runSkillCases(
  options: Pick<SkillTestRunOptions, "files"> & Partial<SkillTestRunOptions>,
  signal: AbortSignal = new AbortController().signal,
) {
  const workDir = await createRunFolder();
  const plan = await planSkillTestRun(
    { model: undefined, name: "my-skill", workDir, sandbox: noSandbox, userZone: undefined, ...options },
    signal,
  );
  const results = new Map<string, CaseResult>();
  try {
    for (const planned of plan.cases) results.set(planned.id, await plan.run(planned, signal));
  } finally {
    await plan.close();
  }
  return {
    cases: plan.cases,
    remaining: await readdir(workDir),
    of: (id: string): CaseResult => {
      const result = results.get(id);
      if (!result) throw new Error(`There is no case ${id}: ${[...results.keys()].join(", ")}`);
      return result;
    },
  };
}
