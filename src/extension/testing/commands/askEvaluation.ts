import * as l10n from "@vscode/l10n";
import type { ModelCallRange } from "../../../testcases/estimateModelCalls.ts";
import type { EditorServices } from "../../base/editorServices.ts";
import { promptBack } from "../../base/ports.ts";
import { askInSequence, type SequenceQuestion } from "../../base/prompts/askInSequence.ts";
import { type EvalRunner, formatEvalRunner } from "../model/model/evalRunner.ts";
import { type BudgetLimits, formatBudget } from "../model/model/modelBudget.ts";
import { formatModelCalls } from "../model/modelCalls.ts";
import type { TestingServices } from "../testingServices.ts";

/** What an evaluation tries. */
export interface EvaluationPlan {
  /** undefined: a new one. */
  readonly id?: string;
  readonly runners: readonly EvalRunner[];
  /** The names of all runners of the evaluation. */
  readonly names: readonly string[];
  readonly repeats: number;
  /** The cases of a runner; undefined: all. */
  casesOf(name: string): readonly string[] | undefined;
}

interface PlanAnswers {
  readonly runners: readonly EvalRunner[];
  readonly repeats: number;
}

const offeredRepeats = [1, 3, 5, 10] as const;

/** Asks with which models, and how often. Without a model, asks for one first. undefined: cancelled. */
export async function askEvaluationPlan(
  app: EditorServices & Pick<TestingServices, "model">,
  title: string,
): Promise<EvaluationPlan | undefined> {
  const { settings } = app.model;
  if (settings.list().length === 0) await app.run("fairlead.model.configure");
  const known = settings.list();
  const [first] = known;
  if (!first) return undefined;
  const questions: SequenceQuestion<PlanAnswers>[] = [
    ...(known.length > 1 ? [askRunners(app, title, known)] : []),
    askRepeats(app, title),
  ];
  const answers = await askInSequence({ runners: [first], repeats: 3 }, questions);
  if (!answers || answers.runners.length === 0) return undefined;
  return { ...answers, names: answers.runners.map(formatEvalRunner), casesOf: () => undefined };
}

function askRunners(
  { prompts }: EditorServices,
  title: string,
  known: readonly EvalRunner[],
): SequenceQuestion<PlanAnswers> {
  return async (answers, step) => {
    const picked = await prompts.pickMany({
      title,
      step,
      placeholder: l10n.t("With which models?"),
      choices: known.map((runner) => ({ label: formatEvalRunner(runner), value: runner })),
      picked: (runner) => answers.runners.includes(runner),
    });
    return picked === undefined || picked === promptBack ? picked : { ...answers, runners: picked };
  };
}

function askRepeats({ prompts }: EditorServices, title: string): SequenceQuestion<PlanAnswers> {
  return async (answers, step) => {
    const picked = await prompts.pick({
      title,
      step,
      placeholder: l10n.t("How often is each case tried, with the skill and without it?"),
      choices: offeredRepeats.map((value) => ({
        label: value === 1 ? l10n.t("Once") : l10n.t`${value} Times`,
        ...(value === 1 && { detail: l10n.t("Shows no flaky cases") }),
        value,
      })),
      active: (value) => value === answers.repeats,
    });
    return picked === undefined || picked === promptBack ? picked : { ...answers, repeats: picked };
  };
}

interface BudgetQuestion {
  readonly title: string;
  readonly calls: ModelCallRange;
  readonly runners: readonly EvalRunner[];
}

/** Says what the evaluation takes, and asks where it stops. undefined: cancelled. */
export async function askEvaluationBudget(
  app: EditorServices,
  { title, calls, runners }: BudgetQuestion,
): Promise<BudgetLimits | undefined> {
  const all = { calls: calls.most };
  const prices = app.settings().modelPrices;
  const names = runners.map(formatEvalRunner).join(", ");
  const picked = await app.prompts.pick<"calls" | "tokens" | "cost" | "all">({
    title,
    placeholder: l10n.t`It makes ${formatModelCalls(calls)} to ${names}`,
    choices: [
      { label: l10n.t("Run"), detail: l10n.t`Uses ${formatBudget(all)}`, icon: "play", value: "all" },
      { label: l10n.t("Limit Calls..."), detail: l10n.t("Stops after fewer calls"), value: "calls" },
      { label: l10n.t("Limit Tokens..."), detail: l10n.t("Stops when they are used"), value: "tokens" },
      ...(runners.every(({ name }) => prices[name])
        ? [{ label: l10n.t("Limit Cost..."), detail: l10n.t("Stops when it is spent"), value: "cost" as const }]
        : []),
    ],
  });
  if (picked === undefined || picked === promptBack) return undefined;
  if (picked === "all") return all;
  const text = await app.prompts.input({
    title,
    prompt: {
      calls: l10n.t("Stop after how many calls?"),
      tokens: l10n.t("Stop after how many tokens? Calls that have begun are finished."),
      cost: l10n.t("Stop after how many dollars? Calls that have begun are finished."),
    }[picked],
    validate: (typed) =>
      Number(typed) > 0 && (picked === "cost" || Number.isInteger(Number(typed)))
        ? undefined
        : picked === "cost"
          ? l10n.t("Enter a number above 0.")
          : l10n.t("Enter a whole number above 0."),
  });
  return text === undefined || text === promptBack ? undefined : { ...all, [picked]: Number(text) };
}
