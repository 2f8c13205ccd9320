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
  /** Without a model, cases that need one are skipped. */
  readonly model: TestModel | undefined;
  /** A folder for the files of the run. They are removed when the plan is closed. */
  readonly workDir: string;
  /** The name of the skill if its files contain none. */
  readonly name: string;
  /** Ids or groups. `undefined` selects all cases. */
  readonly cases?: readonly string[];
}

const noModel: CaseResult = {
  status: "skipped",
  message:
    "No model is configured, and this case needs one. Configure one (Fairlead: Configure Model) and run it again.",
};

/** Plans the run of a skill. Files are written and processes started only for the first case that needs them. */
export async function planSkillTestRun(options: SkillTestRunOptions, signal: AbortSignal): Promise<TestPlan> {
  signal.throwIfAborted();
  const { files, model, workDir } = options;
  const selected = selectCases(readSkillCases(files), options.cases);
  const byId = new Map(selected.map((skillCase) => [skillCase.id, skillCase]));
  const unreadable = checkSkillCaseFiles(files);
  const fileCases = selectCases(unreadable ? [unreadable.planned] : [], options.cases);
  const scripts = createScriptRunner(files, workDir);
  let client: ModelClient | undefined;
  const caseContext: CaseContext = {
    options,
    scripts,
    model: () => {
      if (model !== undefined) client ??= createModelClient(model);
      return client;
    },
  };
  return {
    cases: [...fileCases, ...selected.map(toPlannedCase)],
    run: ({ id }, caseSignal) => {
      const skillCase = byId.get(id);
      if (skillCase) return runCase(caseContext, skillCase, caseSignal);
      if (unreadable?.planned.id === id) return Promise.resolve(unreadable.result);
      throw new Error(`There is no case "${id}" in this run.`);
    },
    close: () => scripts.close(),
  };
}

interface CaseContext {
  readonly options: SkillTestRunOptions;
  readonly scripts: ScriptRunner;
  /** Returns `undefined` if no model is configured. */
  readonly model: () => ModelClient | undefined;
}

function toPlannedCase({ id, name, kind, location }: SkillCase): PlannedCase {
  return { id, name, kind, location: location ?? null };
}

async function runCase(
  { options, scripts, model }: CaseContext,
  skillCase: SkillCase,
  signal: AbortSignal,
): Promise<CaseResult> {
  const { files } = options;
  switch (skillCase.kind) {
    case "specification":
      return checkSkillSpecification(files);
    case "link":
      return checkSkillLinks(files);
    case "portability":
      return checkSkillPortability(files, skillCase.client);
    case "script":
      return scripts.run(skillCase, signal);
    case "trigger": {
      const client = model();
      const { name, description } = readSkillName(options);
      return client ? runTriggerCase({ ...skillCase, skill: { name, description } }, client, signal) : noModel;
    }
    case "eval": {
      const client = model();
      return client ? runEvalCase(skillCase, { ...readSkillName(options), files }, client, signal) : noModel;
    }
  }
}

/** The facts that an agent knows before it reads the skill. */
function readSkillName({ files, name }: SkillTestRunOptions) {
  const skill = readSkill(files);
  return { name: skill?.name ?? name, description: skill?.description ?? "" };
}
