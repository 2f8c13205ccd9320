import { mkdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import { readSkillCases, selectCases } from "../../../testcases/readSkillCases.ts";
import type { ServiceCall, ServiceContext } from "../../context.ts";
import { createSecretMask } from "../../deployments/process/processEnvironment.ts";
import { requireSkillRow } from "../../handlers/skillHandlers.ts";
import { readRequestedTimeoutMs } from "../caseTimeout.ts";
import { maskTestPlan } from "../maskTestPlan.ts";
import type { TestRunRequest } from "../testRunRegistry.ts";
import { planSkillTestRun } from "./planSkillTestRun.ts";
import { readTestedSkillFiles } from "./testedSkillFiles.ts";

/** A run of a skill's cases, as asked for. The model's key stays in memory and is taken out of whatever is kept. */
export function createSkillTestRunRequest(
  context: ServiceContext,
  { input, caller }: ServiceCall<"skillTestRuns.start">,
): TestRunRequest {
  const { cases, model } = input;
  const skill = requireSkillRow(context, caller.organizationId, input.id);
  const { files, digest, version } = readTestedSkillFiles(context, skill, input);
  const planned = selectCases(readSkillCases(files), cases);
  const id = context.newId("run_");
  const mask = createSecretMask(model?.key === undefined ? [] : [model.key]);
  return {
    run: {
      id,
      serverId: null,
      skillId: skill.id,
      version,
      digest,
      partial: cases !== undefined,
      triggeredBy: caller.userName,
    },
    cases: planned.map(({ id: caseId, name, kind, location = null }) => ({ id: caseId, name, kind, location })),
    timeoutMs: readRequestedTimeoutMs(context, caller, input),
    plan: async (signal) => {
      const folder = join(context.workDir, id);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // The permission model compares real paths.
      const workDir = await realpath(folder);
      const order = { files, model, workDir, name: skill.name, ...(cases && { cases }) };
      return maskTestPlan(await planSkillTestRun(order, signal), mask);
    },
  };
}
