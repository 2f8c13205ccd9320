import * as z from "zod";
import { readSkill } from "../../../skills/readSkill.ts";
import { selectCases, selectSkillCases } from "../../../testcases/readSkillCases.ts";
import type { SkillCase } from "../../../testcases/skillCase.ts";
import type { FileContent } from "../../../text/files/fileContent.ts";
import type { SandboxFinder } from "../../confinement/findSandbox.ts";
import { createSecretMask } from "../../deployments/process/processEnvironment.ts";
import type { AddressZone } from "../../network/addressZone.ts";
import type { CaseResult, PlannedCase, TestPlan } from "../testPlan.ts";
import { type AgentRunner, createAgentRunner } from "./agent/agentRunner.ts";
import { createModelTaskRunner } from "./doTask.ts";
import { extractJson, type TestModel } from "./model/chat.ts";
import { countModelUse, createModelClient, type ModelClient } from "./model/modelClient.ts";
import { runEvalCase } from "./runEvalCase.ts";
import { createScriptRunner, type ScriptRunner } from "./scriptRunner.ts";
import { checkSkillCaseFiles, checkSkillLinks, checkSkillPortability, checkSkillSpecification } from "./skillChecks.ts";
import type { TaskServers } from "./taskServers.ts";

/** Skills of other subjects that a model chooses among. They are the same in every run, so that results can be compared. */
const decoySkills: Readonly<Record<string, string>> = {
  "release-notes":
    "Writes release notes and changelogs from commits and merged pull requests. Use when a version is to be announced or a changelog brought up to date.",
  "spreadsheet-analysis":
    "Reads, cleans and summarises spreadsheets and CSV files, with formulas, pivot tables and charts. Use for questions about rows, columns and totals in tabular data.",
  "sql-tuning":
    "Explains and speeds up slow SQL queries: plans, indexes, joins. Use when a database query is slow or a schema is reviewed for speed.",
  "accessibility-review":
    "Checks web pages and components for accessibility: keyboard, contrast, labels, screen readers. Use when a user interface is built or reviewed.",
  "meeting-minutes":
    "Turns transcripts and notes of meetings into minutes with decisions and tasks. Use when somebody has notes or a recording of a meeting.",
  "container-images":
    "Writes and shrinks Dockerfiles and debugs image builds. Use when an application is packed into a container or its image is too large.",
  "travel-planning":
    "Plans journeys: routes, times, places to stay, costs. Use when somebody wants to travel or compares ways to get there.",
};

interface NamedSkill {
  readonly name: string;
  readonly description: string;
}

interface TriggerCaseOptions {
  readonly skill: NamedSkill;
  readonly query: string;
  readonly shouldTrigger: boolean;
}

const choiceSchema = z.looseObject({ skills: z.array(z.string()), reason: z.string().optional() });

const instructions = [
  "You are an agent that may load skills: instructions for a kind of task. Below are the skills there are, each with its name and",
  "its description, and what a user asks. Decide which of them you would load before you begin; none is a good answer where none",
  "fits. Do not do the task. Answer with JSON alone, of this form:",
  '{"skills": ["name", ...], "reason": "one sentence"}',
].join("\n");

/** Whether a model chooses the skill among others for a query. It sees only names and descriptions and needs one call. */
async function runTriggerCase(
  { skill, query, shouldTrigger }: TriggerCaseOptions,
  model: ModelClient,
  signal: AbortSignal,
): Promise<CaseResult> {
  const offered = insertSkill(skill, query);
  const startedAt = performance.now();
  const counted = countModelUse(model);
  const response = await counted.complete(
    {
      messages: [
        { role: "system", content: instructions },
        { role: "user", content: JSON.stringify({ skills: offered, query }, undefined, 2) },
      ],
    },
    signal,
  );
  const output = `${model.name} responded:\n${response.content}\n\nIt could choose among: ${offered.map(({ name }) => name).join(", ")}.`;
  const choice = choiceSchema.safeParse(extractJson(response.content));
  if (!choice.success) {
    const message = `The response of "${model.name}" does not name the skills to load. Run the case again, or choose another model.`;
    return { status: "errored", message, output };
  }
  const chosen = choice.data.skills;
  const triggered = chosen.includes(skill.name);
  const passed = triggered === shouldTrigger;
  const durationMs = Math.round(performance.now() - startedAt);
  const measures = { withSkill: { passed, triggered, ...counted.use(), durationMs }, withoutSkill: null };
  if (passed) return { status: "passed", output, measures };
  const otherSkills = chosen.filter((name) => name !== skill.name);
  const instead = otherSkills.length === 0 ? "none" : otherSkills.join(", ");
  const advice = "Improve the description: what the skill does, and when to use it.";
  return {
    status: "failed",
    message: shouldTrigger
      ? `The model did not choose the skill. It chose: ${instead}. ${advice}`
      : `The model chose the skill for a query that it is not for. ${advice}`,
    expected: shouldTrigger ? skill.name : `not ${skill.name}`,
    actual: chosen.length === 0 ? "none" : chosen.join(", "),
    output,
    measures,
  };
}

/** Inserts the skill at a position that depends on the query: no position is favored, and repeated runs use the same one. */
function insertSkill(skill: NamedSkill, query: string): NamedSkill[] {
  const decoys = Object.entries(decoySkills).map(([name, description]) => ({ name, description }));
  const otherSkills = decoys.filter(({ name }) => name !== skill.name);
  const position = [...query].length % (otherSkills.length + 1);
  return [...otherSkills.slice(0, position), skill, ...otherSkills.slice(position)];
}

export interface SkillTestRunOptions {
  /** Where the user is in the network, for the URL of the model. */
  readonly userZone: AddressZone | undefined;
  readonly files: readonly FileContent[];
  /** Without a model, cases that need one are skipped. */
  readonly model: TestModel | undefined;
  /** How often each case of a model is tried; once by default. */
  readonly repeats?: number | undefined;
  /** Starts the servers that evals use. */
  readonly servers?: TaskServers;
  /** A folder for the files of the run. They are removed when the plan is closed. */
  readonly workDir: string;
  readonly sandbox: SandboxFinder;
  /** The name of the skill if its files contain none. */
  readonly name: string;
  /** Ids or groups. `undefined` selects all cases. */
  readonly cases?: readonly string[] | undefined;
}

const noModel: CaseResult = {
  status: "skipped",
  message:
    "No model is configured, and this case needs one. Configure one (Fairlead: Configure Model) and run it again.",
};

const noTriggers: CaseResult = {
  status: "skipped",
  message: "Agents do only the tasks of evals. Choose a model (Fairlead: Configure Model) to run triggers.",
};

/** Plans the run of a skill. Files are written and processes started only for the first case that needs them. */
export async function planSkillTestRun(options: SkillTestRunOptions, signal: AbortSignal): Promise<TestPlan> {
  signal.throwIfAborted();
  const { files, model } = options;
  const selected = selectSkillCases(files, options);
  const byId = new Map(selected.map((skillCase) => [skillCase.id, skillCase]));
  const unreadable = checkSkillCaseFiles(files);
  const fileCases = selectCases(unreadable ? [unreadable.planned] : [], options.cases);
  const scripts = createScriptRunner(files, options);
  let client: ModelClient | undefined;
  let agents: AgentRunner | undefined;
  const caseContext: CaseContext = {
    options,
    scripts,
    model: () => {
      if (model !== undefined) client ??= createModelClient(model, { from: options.userZone });
      return client;
    },
    agents: (grader) => {
      if (model?.agent !== undefined) agents ??= createAgentRunner({ ...options, agent: model.agent, model, grader });
      return agents;
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
    mask: createSecretMask(model?.key === undefined ? [] : [model.key]),
    close: async () => {
      await scripts.close();
      await agents?.close();
      await options.servers?.close();
    },
  };
}

interface CaseContext {
  readonly options: SkillTestRunOptions;
  readonly scripts: ScriptRunner;
  /** Returns `undefined` if no model is configured. */
  readonly model: () => ModelClient | undefined;
  /** Returns `undefined` if the model itself does the tasks. */
  readonly agents: (grader: ModelClient) => AgentRunner | undefined;
}

function toPlannedCase({ id, name, kind, location }: SkillCase): PlannedCase {
  return { id, name, kind, location: location ?? null };
}

async function runCase(
  { options, scripts, model, agents }: CaseContext,
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
      if (options.model?.agent !== undefined) return noTriggers;
      const { name, description } = readSkillName(options);
      return client ? runTriggerCase({ ...skillCase, skill: { name, description } }, client, signal) : noModel;
    }
    case "eval": {
      const client = model();
      if (!client) return noModel;
      const { server } = skillCase;
      const tools = server === undefined ? undefined : await options.servers?.find(server, signal);
      const runner =
        agents(client)?.createTaskRunner(server !== undefined && tools ? { reference: server, tools } : undefined) ??
        createModelTaskRunner(client, tools);
      return runEvalCase(skillCase, { ...readSkillName(options), files }, runner, signal);
    }
  }
}

/** The facts that an agent knows before it reads the skill. */
function readSkillName({ files, name }: SkillTestRunOptions) {
  const skill = readSkill(files);
  return { name: skill?.name ?? name, description: skill?.description ?? "" };
}
