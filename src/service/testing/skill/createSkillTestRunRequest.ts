import { mkdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import { selectCases, skillCases } from "../../../testcases/readSkillCases.ts";
import type { Call, ServiceContext } from "../../context.ts";
import { secretMask } from "../../deployments/process/processEnvironment.ts";
import { requireSkill } from "../../handlers/skillHandlers.ts";
import { askedTimeoutMs } from "../caseTimeout.ts";
import { maskedPlan } from "../maskTestPlan.ts";
import type { RunOrder } from "../testRunRegistry.ts";
import { planSkillRun } from "./planSkillTestRun.ts";
import { testedFiles } from "./testedSkillFiles.ts";

/** A run of a skill's cases, as asked for. The model's key stays in memory and is taken out of whatever is kept. */
export function orderSkillRun(context: ServiceContext, { input, caller }: Call<"skillTestRuns.start">): RunOrder {
  const { cases, model } = input;
  const skill = requireSkill(context, caller.organizationId, input.id);
  const { files, digest, version } = testedFiles(context, skill, input);
  const planned = selectCases(skillCases(files), cases);
  const id = context.newId("run_");
  const mask = secretMask(model?.key === undefined ? [] : [model.key]);
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
    timeoutMs: askedTimeoutMs(context, caller, input),
    plan: async (signal) => {
      const folder = join(context.workDir, id);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // The permission model compares real paths.
      const workDir = await realpath(folder);
      const order = { files, model, workDir, name: skill.name, ...(cases && { cases }) };
      return maskedPlan(await planSkillRun(order, signal), mask);
    },
  };
}
