import { randomUUID } from "node:crypto";
import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import type { Skill } from "../../../contract/skills.ts";
import { sumModelCalls } from "../../../testcases/estimateModelCalls.ts";
import type { CommandHandler, EditorServices } from "../../base/editorServices.ts";
import { showMessage } from "../../base/showMessage.ts";
import { useLocalByDefault } from "../../connection/commands/useLocalService.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import { isOnThisMachine } from "../../connection/model/connection.ts";
import { archiveDraft, ensureSkill } from "../../skill/commands/ensureSkill.ts";
import { createSkillNode } from "../../skill/rows/skillTreeRows.ts";
import type { SkillServices } from "../../skill/skillServices.ts";
import {
  type EvaluationResults,
  isOpenEvaluation,
  listEvaluations,
  listOpenTries,
  readEvaluation,
} from "../model/evaluation/readEvaluations.ts";
import { formatEvalRunner } from "../model/model/evalRunner.ts";
import { createModelBudget } from "../model/model/modelBudget.ts";
import { type RunTestsContext, runTests } from "../model/runTests.ts";
import { readContentRevision, type TestRequest } from "../model/testSubject.ts";
import type { TestingServices } from "../testingServices.ts";
import { askEvaluationBudget, askEvaluationPlan, type EvaluationPlan } from "./askEvaluation.ts";
import { confirmAgentUse } from "./confirmAgentUse.ts";
import { type FindSkillRequestContext, findSkillRequest, type SkillTestRequest } from "./findSkillRequest.ts";
import { type PrepareTestRunContext, prepareTestRun } from "./prepareTestRun.ts";
import { showEvaluation } from "./showEvaluation.ts";

const title = l10n.t("Evaluate Skill");
/** The cases that a model does. */
const modelCases = ["trigger", "eval"] as const;

export type EvaluateSkillContext = FindSkillRequestContext &
  ConnectedServices &
  PrepareTestRunContext &
  RunTestsContext &
  Pick<TestingServices, "model">;

/** Tries the evals and triggers of a skill with several models, with and without the skill, or goes on with what was not done. */
export const evaluateSkill: CommandHandler<EvaluateSkillContext> = async (app, target) => {
  await useLocalByDefault(app);
  const client = await app.client();
  if (!client) return;
  const connection = app.connections.active();
  if (!connection || !isOnThisMachine(connection)) {
    const where = connection?.name ?? l10n.t("the service");
    return showMessage(
      app,
      "info",
      l10n.t`Skills are evaluated on this machine: ${where} is elsewhere, and your key stays here.`,
    );
  }
  const request = await findSkillRequest(app, client, target, title);
  if (!request) return;
  if (request.subject.folder !== undefined) await app.documents.save(request.subject.folder);
  const open = await findOpenEvaluation(app, client, request);
  const isNew = open ? await askWhetherNew(app, open) : true;
  if (isNew === undefined) return;
  const plan = open && !isNew ? planRest(app, open) : await askEvaluationPlan(app, title);
  if (plan) await evaluate(app, client, request, plan);
};

/** The newest evaluation of the same content, if some of it is not done. */
async function findOpenEvaluation(
  app: Pick<SkillServices, "localSkills">,
  client: ServiceClient,
  { subject, version }: SkillTestRequest,
): Promise<EvaluationResults | undefined> {
  if (!subject.skill) return undefined;
  const [newest] = await listEvaluations(client, subject.skill.id);
  const results = newest && (await readEvaluation(client, newest));
  if (!results || results.isRunning || !isOpenEvaluation(results)) return undefined;
  const { first } = results;
  if (version !== undefined) return first.version === version ? results : undefined;
  return first.digest === readContentRevision(subject, await app.localSkills.sources()) ? results : undefined;
}

/** undefined: cancelled. */
async function askWhetherNew(app: EditorServices, open: EvaluationResults): Promise<boolean | undefined> {
  return app.prompts.pick({
    title,
    placeholder: l10n.t("The last evaluation of this content is not complete"),
    choices: [
      {
        label: l10n.t("Go On"),
        description: open.runners.join(", "),
        detail: l10n.t("Only what is not done is tried"),
        icon: "debug-continue",
        value: false,
      },
      { label: l10n.t("New Evaluation"), icon: "add", value: true },
    ],
  });
}

/** What is left of an evaluation, for the runners that are still configured. */
function planRest(
  app: EditorServices & Pick<TestingServices, "model">,
  open: EvaluationResults,
): EvaluationPlan | undefined {
  const known = app.model.settings.list();
  const runners = open.runners.flatMap((name) => known.find((one) => formatEvalRunner(one) === name) ?? []);
  if (runners.length > 0)
    return {
      id: open.id,
      runners,
      names: open.runners,
      repeats: open.repeats,
      casesOf: (name) => listOpenTries(open, name),
    };
  const actions = { [l10n.t("Configure Model")]: () => app.run("fairlead.model.configure") };
  return showMessage(
    app,
    "info",
    l10n.t`None of its models is configured any more: ${open.runners.join(", ")}.`,
    actions,
  );
}

async function evaluate(
  app: EvaluateSkillContext,
  client: ServiceClient,
  request: SkillTestRequest,
  plan: EvaluationPlan,
): Promise<void> {
  const { id = randomUUID(), runners, names, repeats } = plan;
  const orders = runners.flatMap((runner) => {
    const cases = plan.casesOf(formatEvalRunner(runner)) ?? modelCases;
    return cases.length === 0 ? [] : [{ runner, order: { ...request, cases, repeats } satisfies TestRequest }];
  });
  const prepared = await Promise.all(orders.map(({ order, runner }) => prepareTestRun(app, client, order, runner)));
  const calls = sumModelCalls(prepared.map((one) => one.calls));
  const { name, folder } = request.subject;
  if (calls.most === 0) return showNothingLeft(app, name, plan);
  const mostCalls = await askEvaluationBudget(app, { title, calls, runners: orders.map(({ runner }) => runner) });
  if (mostCalls === undefined) return;
  const uses = orders.map(({ runner }, index) => ({ runner, tasks: prepared[index]?.calls.agentTasks ?? 0 }));
  if (!(await confirmAgentUse(app, uses))) return;
  const budget = createModelBudget(mostCalls);
  const started = orders.map(({ runner, order }) => ({ ...order, evaluation: { id, runner, runners: names, budget } }));
  const skill = await runEvaluation(app, client, request, started);
  const results = skill && (await showEvaluation(app, client, { id: skill.id, name }, id));
  if (!results || !isOpenEvaluation(results)) return;
  const why = budget.refused() ?? l10n.t("Some tries have no result.");
  const target = folder === undefined ? { node: createSkillNode(skill) } : { resource: folder };
  const goOn = () => app.run("fairlead.skill.evaluate", target);
  showMessage(app, "warning", l10n.t`The evaluation of ${name} is not complete. ${why}`, { [l10n.t("Go On")]: goOn });
}

/** Runs an evaluation to its end. undefined: cancelled, or another connection is in use by then, which has no such evaluation. */
async function runEvaluation(
  app: EvaluateSkillContext,
  client: ServiceClient,
  { subject: { name, folder, skill: known } }: SkillTestRequest,
  orders: readonly TestRequest[],
): Promise<Skill | undefined> {
  const scope = app.connections.scope();
  const isSame = () => app.connections.scope() === scope;
  const hosted = known && { skill: known, isDraft: false };
  const runnable = folder === undefined ? hosted : await ensureSkill(app, client, folder);
  if (!runnable) return undefined;
  const isForeground = app.settings().openResults.includes("testResults");
  try {
    await runTests(app, l10n.t`Evaluating ${name}`, orders, { isForeground });
  } finally {
    if (isSame()) await archiveDraft(app, client, runnable);
  }
  return isSame() ? runnable.skill : undefined;
}

/** Says why no call would be made: the models with what is left are gone, or the skill has nothing to try. */
function showNothingLeft(app: EditorServices, name: string, { runners, names }: EvaluationPlan): undefined {
  const known = new Set(runners.map(formatEvalRunner));
  const missing = names.filter((one) => !known.has(one)).join(", ");
  if (missing === "")
    return showMessage(app, "info", l10n.t`${name} has no evals or triggers to try. Add them in evals/evals.json.`);
  const actions = { [l10n.t("Configure Model")]: () => app.run("fairlead.model.configure") };
  return showMessage(
    app,
    "info",
    l10n.t`What is left of this evaluation is for models that are not configured any more: ${missing}. Configure them to go on, or start a new evaluation.`,
    actions,
  );
}
