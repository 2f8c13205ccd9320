import * as l10n from "@vscode/l10n";
import type { ModelCallRange } from "../../../testcases/estimateModelCalls.ts";
import { locale } from "../../../text/language/locale.ts";
import type { EditorServices } from "../../base/editorServices.ts";
import { askInSequence, createQuestion } from "../../base/prompts/askInSequence.ts";
import { type EvalRunner, formatEvalRunner } from "../model/model/evalRunner.ts";
import { formatModelCalls } from "../model/modelAccess.ts";
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
  const answers = await askInSequence<PlanAnswers>({ runners: [first], repeats: 3 }, [
    ...(known.length > 1 ? [askRunners(app, title, known)] : []),
    askRepeats(app, title),
  ]);
  if (!answers || answers.runners.length === 0) return undefined;
  return { ...answers, names: answers.runners.map(formatEvalRunner), casesOf: () => undefined };
}

const askRunners = ({ prompts }: EditorServices, title: string, known: readonly EvalRunner[]) =>
  createQuestion<"runners", PlanAnswers>("runners", ({ runners }, step) =>
    prompts.pickMany({
      title,
      step,
      placeholder: l10n.t("With which models?"),
      choices: known.map((runner) => ({ label: formatEvalRunner(runner), value: runner })),
      picked: (runner) => runners.includes(runner),
    }),
  );

const askRepeats = ({ prompts }: EditorServices, title: string) =>
  createQuestion<"repeats", PlanAnswers>("repeats", ({ repeats }, step) =>
    prompts.pick<number>({
      title,
      step,
      placeholder: l10n.t("How often is each case tried, with the skill and without it?"),
      choices: offeredRepeats.map((value) => ({
        label: value === 1 ? l10n.t("Once") : l10n.t`${value} Times`,
        ...(value === 1 && { detail: l10n.t("Shows no flaky cases") }),
        value,
      })),
      active: (value) => value === repeats,
    }),
  );

interface BudgetQuestion {
  readonly title: string;
  readonly calls: ModelCallRange;
  readonly runners: readonly EvalRunner[];
}

/** Says what the evaluation takes, and asks after how many calls it stops. undefined: cancelled. */
export async function askEvaluationBudget(
  { prompts }: EditorServices,
  { title, calls, runners }: BudgetQuestion,
): Promise<number | undefined> {
  const names = runners.map(formatEvalRunner).join(", ");
  const picked = await prompts.pick<"all" | "fewer">({
    title,
    placeholder: l10n.t`It makes ${formatModelCalls(calls)} to ${names}`,
    choices: [
      {
        label: l10n.t("Run"),
        detail: l10n.t`Uses at most ${calls.most.toLocaleString(locale)} calls`,
        icon: "play",
        value: "all",
      },
      { label: l10n.t("Limit Calls..."), detail: l10n.t("Stops after fewer calls"), value: "fewer" },
    ],
  });
  if (picked === undefined) return undefined;
  if (picked === "all") return calls.most;
  const text = await prompts.input({
    title,
    prompt: l10n.t("Stop after how many calls?"),
    validate: (typed) =>
      Number(typed) > 0 && Number.isInteger(Number(typed)) ? undefined : l10n.t("Enter a whole number above 0."),
  });
  return text === undefined ? undefined : Number(text);
}
