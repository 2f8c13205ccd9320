import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../../client/client.ts";
import { type RunnerKind, readRunnerKind } from "../../../../contract/runners.ts";
import { joinTextParts } from "../../../../text/joinTextParts.ts";
import type { EditorServices } from "../../../base/editorServices.ts";
import { type PromptChoice, promptBack } from "../../../base/ports.ts";
import { formatRunner, type NamedRunner, readRunners } from "../../model/runners.ts";

/** The service says where something runs, and not what else there is. */
class RunnersUnknownError extends Error {
  override readonly name = "RunnersUnknownError";
}

interface RunnerQuestion {
  readonly title: string;
  readonly placeholder: string;
  /** undefined: the items differ, or the service does not say it. */
  readonly current: string | null | undefined;
  /** The label of the first choice, which is null: another item decides. */
  readonly inherited?: Promise<string>;
  /** The most replicas of the items. */
  readonly replicas: number;
}

/**
 * Prompts for a runner of the service. One that is not available is shown with the reason, and cannot be chosen.
 * undefined: cancelled.
 */
export async function askRunner(
  { prompts }: EditorServices,
  client: ServiceClient,
  { current, inherited, replicas, ...question }: RunnerQuestion,
): Promise<RunnerKind | null | undefined> {
  // The service may ask other programs, so the list opens before it answers.
  const readChoices = async (): Promise<readonly PromptChoice<string | null>[]> => {
    const [runners, label] = await Promise.all([readRunners(client), inherited]);
    if (runners.length === 0) throw new RunnersUnknownError(l10n.t("The service does not say where servers can run."));
    const first = label === undefined ? [] : [{ label, icon: "project", value: null }];
    return [...first, ...runners.map((runner) => createChoice(runner, replicas))].map((choice) =>
      choice.value === current ? markCurrent(choice) : choice,
    );
  };
  const picked = await prompts.pick<string | null>({ ...question, choices: readChoices() });
  return picked === null ? null : readRunnerKind(picked === promptBack ? undefined : picked);
}

function markCurrent<T>(choice: PromptChoice<T>): PromptChoice<T> {
  return { ...choice, description: joinTextParts(l10n.t("current"), choice.description), icon: "check" };
}

function createChoice(runner: NamedRunner, replicas: number): PromptChoice<string> {
  const { kind, description, lacks = [] } = runner;
  const problem = findProblem(runner, replicas);
  return {
    label: formatRunner(kind),
    value: kind,
    detail: problem ?? description,
    ...(problem === undefined
      ? { icon: "circle-outline", note: lacks.join(" ") }
      : { icon: "circle-slash", description: l10n.t("not available"), note: problem, isUnavailable: true }),
  };
}

/** Why the runner cannot be chosen, and what to do. */
function findProblem(
  { kind, available, description, canReplicate }: NamedRunner,
  replicas: number,
): string | undefined {
  if (!readRunnerKind(kind)) return l10n.t("This version of Fairlead does not know it. Update Fairlead to choose it.");
  if (available === false) return description || l10n.t("The service does not say why.");
  return replicas > 1 && canReplicate === false
    ? l10n.t`It runs a server once, and ${replicas} replicas are set. Set Limits... changes that.`
    : undefined;
}
