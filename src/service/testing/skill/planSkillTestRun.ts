import { readSkill } from "../../../skills/readSkill.ts";
import type { SkillFile } from "../../../skills/skill.ts";
import { readSkillCases, selectCases } from "../../../testcases/readSkillCases.ts";
import type { SkillCase } from "../../../testcases/skillCase.ts";
import type { CaseResult, PlannedCase, TestPlan } from "../testPlan.ts";
import type { TestModel } from "./model/chat.ts";
import { createModelClient, type ModelClient } from "./model/modelClient.ts";
import { runEvalCase } from "./runEvalCase.ts";
import { runTriggerCase } from "./runTriggerCase.ts";
import { createScriptRunner, type ScriptRunner } from "./scriptRunner.ts";
import { checkSkillCaseFiles, checkSkillLinks, checkSkillPortability, checkSkillSpecification } from "./skillChecks.ts";

export interface SkillTestRunOptions {
  readonly files: readonly SkillFile[];
  /** Without one, cases that need it are skipped. */
  readonly model: TestModel | undefined;
  /** A folder of the run; what is written there goes when the plan is closed. */
  readonly workDir: string;
  /** What the skill is called where its files say nothing. */
  readonly name: string;
  /** Ids, or groups of them; all where absent. */
  readonly cases?: readonly string[];
}

const noModel: CaseResult = {
  status: "skipped",
  message:
    "No model is configured, and this case needs one. Configure one (Fairlead: Configure Model) and run it again.",
};

/** What a run of a skill does. Nothing is written and nothing started before the first case that needs it. */
export async function planSkillTestRun(order: SkillTestRunOptions, signal: AbortSignal): Promise<TestPlan> {
  signal.throwIfAborted();
  const { files, model, workDir } = order;
  const chosen = selectCases(readSkillCases(files), order.cases);
  const byId = new Map(chosen.map((one) => [one.id, one]));
  const unreadable = checkSkillCaseFiles(files);
  const more = selectCases(unreadable ? [unreadable.planned] : [], order.cases);
  const scripts = createScriptRunner(files, workDir);
  let client: ModelClient | undefined;
  const parts: Parts = {
    order,
    scripts,
    model: () => {
      if (model !== undefined) client ??= createModelClient(model);
      return client;
    },
  };
  return {
    cases: [...more, ...chosen.map(planned)],
    run: (one, caseSignal) => {
      const found = byId.get(one.id);
      if (found) return runCase(parts, found, caseSignal);
      if (unreadable?.planned.id === one.id) return Promise.resolve(unreadable.result);
      throw new Error(`There is no case "${one.id}" in this run.`);
    },
    close: () => scripts.close(),
  };
}

interface Parts {
  readonly order: SkillTestRunOptions;
  readonly scripts: ScriptRunner;
  /** undefined: none is configured. */
  readonly model: () => ModelClient | undefined;
}

function planned({ id, name, kind, location }: SkillCase): PlannedCase {
  return { id, name, kind, location: location ?? null };
}

async function runCase({ order, scripts, model }: Parts, one: SkillCase, signal: AbortSignal): Promise<CaseResult> {
  const { files } = order;
  switch (one.kind) {
    case "specification":
      return checkSkillSpecification(files);
    case "link":
      return checkSkillLinks(files);
    case "portability":
      return checkSkillPortability(files, one.client);
    case "script":
      return scripts.run(one, signal);
    case "trigger": {
      const client = model();
      const { name, description } = skillWords(order);
      return client ? runTriggerCase({ ...one, skill: { name, description } }, client, signal) : noModel;
    }
    case "eval": {
      const client = model();
      return client ? runEvalCase(one, { ...skillWords(order), files }, client, signal) : noModel;
    }
  }
}

/** What an agent knows of the skill before it reads it. */
function skillWords({ files, name }: SkillTestRunOptions) {
  const skill = readSkill(files);
  return { name: skill?.name ?? name, description: skill?.description ?? "" };
}
