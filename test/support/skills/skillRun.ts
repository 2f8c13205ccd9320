import { mkdtemp, readdir, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { planSkillTestRun, type SkillTestRunOptions } from "../../../src/service/testing/skill/planSkillTestRun.ts";
import type { CaseResult } from "../../../src/service/testing/testPlan.ts";

/** A run's folder, gone after the test. */
export async function createRunFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "fairlead-skill-run-")));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs the cases of a skill one after the other; answers their results by id, and what the run left on disk. */
export async function runSkillCases(
  order: Pick<SkillTestRunOptions, "files"> & Partial<SkillTestRunOptions>,
  signal: AbortSignal = new AbortController().signal,
) {
  const workDir = await createRunFolder();
  const plan = await planSkillTestRun({ model: undefined, name: "my-skill", workDir, ...order }, signal);
  const results = new Map<string, CaseResult>();
  try {
    for (const planned of plan.cases) results.set(planned.id, await plan.run(planned, signal));
  } finally {
    await plan.close();
  }
  return {
    cases: plan.cases,
    left: await readdir(workDir),
    of: (id: string): CaseResult => {
      const result = results.get(id);
      if (!result) throw new Error(`There is no case ${id}: ${[...results.keys()].join(", ")}`);
      return result;
    },
  };
}
