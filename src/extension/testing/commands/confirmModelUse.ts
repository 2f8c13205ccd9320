import * as l10n from "@vscode/l10n";
import { sumModelCalls } from "../../../testcases/estimateModelCalls.ts";
import type { NextSteps } from "../../base/ports.ts";
import { showMessage } from "../../base/showMessage.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import { isOnThisMachine } from "../../connection/model/connection.ts";
import { type EvalRunner, formatEvalRunner } from "../model/model/evalRunner.ts";
import { createModelBudget, type ModelBudget } from "../model/model/modelBudget.ts";
import { formatModelCalls, type SubjectModelCalls } from "../model/modelAccess.ts";
import type { OnModelNote } from "../model/testSubject.ts";
import type { TestingServices } from "../testingServices.ts";
import { confirmAgentUse } from "./confirmAgentUse.ts";

/** The model of runs, if any; `note` is why there is none although the cases need one. */
export type ModelChoice =
  | { readonly kind: "with"; readonly runner: EvalRunner; readonly budget: ModelBudget }
  | { readonly kind: "without"; readonly note: string | undefined };

const run = l10n.t("Run");
const runWithout = l10n.t("Run Without the Model");

export type ConfirmModelUseContext = ConnectedServices & Pick<TestingServices, "model">;

/**
 * Confirms the number of model calls, unless the user agreed before. undefined: cancelled, nothing runs. `onNote` gets why cases are
 * skipped, once a window; by default a message says it.
 */
export async function confirmModelUse(
  app: ConfirmModelUseContext,
  all: readonly SubjectModelCalls[],
  onNote: OnModelNote = (note, steps) => showMessage(app, "info", note, steps),
): Promise<ModelChoice | undefined> {
  const plans = all.filter(({ most }) => most > 0);
  if (plans.length === 0) return { kind: "without", note: undefined };
  const model = app.model.settings.read();
  if (!model) {
    const note = l10n.t("Cases that need a model are skipped: none is configured.");
    return without(app, onNote, note, { [l10n.t("Configure Model")]: () => app.run("fairlead.model.configure") });
  }
  const connection = app.connections.active();
  if (!connection || !isOnThisMachine(connection)) {
    const where = connection?.name ?? l10n.t("the service");
    return without(
      app,
      onNote,
      l10n.t`Cases that need a model are skipped: ${where} is not on this machine, and your key stays here.`,
    );
  }
  const calls = sumModelCalls(plans);
  const choice = { kind: "with", runner: model, budget: createModelBudget(calls.most) } as const;
  if (app.model.agreed.covers(plans)) return choice;
  const picked = await app.prompts.pick({
    title: l10n.t("Run Tests With a Model"),
    placeholder: l10n.t`The run makes ${formatModelCalls(calls)} to ${formatEvalRunner(model)}`,
    choices: [
      {
        label: run,
        detail: l10n.t("You are not asked again in this session for the same number of calls"),
        icon: "play",
        value: run,
      },
      {
        label: runWithout,
        detail: l10n.t("Cases that need it are skipped"),
        icon: "debug-step-over",
        value: runWithout,
      },
    ],
  });
  if (picked === undefined) return undefined;
  if (picked === runWithout)
    return { kind: "without", note: l10n.t("Cases that need a model are skipped, as you chose.") };
  const agentTasks = plans.reduce((sum, plan) => sum + (plan.agentTasks ?? 0), 0);
  if (!(await confirmAgentUse(app, [{ runner: model, tasks: agentTasks }]))) return undefined;
  app.model.agreed.add(plans);
  return choice;
}

function without(
  { model }: Pick<TestingServices, "model">,
  onNote: OnModelNote,
  note: string,
  steps: NextSteps = {},
): ModelChoice {
  if (model.isNews(note)) onNote(note, steps);
  return { kind: "without", note };
}
