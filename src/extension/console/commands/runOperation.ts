import * as l10n from "@vscode/l10n";
import { operationTable } from "../../../contract/operations.ts";
import type { CommandHandler } from "../../base/editorServices.ts";
import { type PromptChoice, promptBack } from "../../base/ports.ts";
import type { NodeOperation } from "../../base/rows/treeRowKind.ts";
import { findOperationOfUri } from "../../base/uris/virtualUris.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import { rowOf } from "../../workbench/nodes.ts";
import { formatRequestLine } from "../model/formatOperation.ts";
import { operationAreas } from "../model/operationAreas.ts";
import { readOperationHistory } from "../model/operationHistory.ts";
import { type OpenOperationInputContext, openOperationInput } from "./openOperationInput.ts";
import { type SendOperationContext, sendOperation } from "./sendOperation.ts";
import { type OperationHistoryContext, showOperationHistory } from "./showOperationHistory.ts";

/** How many recent operations come first. */
const most = 5;

const history = { label: l10n.t("History..."), icon: "history", heading: l10n.t("Inputs"), value: "history" } as const;

/** Prompts for an operation, by area with the recent ones first, or among those of the clicked node. */
async function pickOperation(
  app: ConnectedServices,
  fitting: readonly NodeOperation[],
): Promise<NodeOperation | "history" | undefined> {
  const picked = await app.prompts.pick<NodeOperation | "history">({
    title: l10n.t("Run Operation"),
    placeholder: l10n.t("Its input opens first; nothing is sent yet."),
    choices: fitting.length > 0 ? fitting.map((one) => choiceOf(one)) : [...allChoices(app), history],
  });
  return picked === promptBack ? undefined : picked;
}

function allChoices(app: ConnectedServices): readonly PromptChoice<NodeOperation>[] {
  const connection = app.connections.active();
  const used = connection ? readOperationHistory(app.memory, connection.id).map(({ operation }) => operation) : [];
  const last = [...new Set(used)].slice(0, most);
  const groups = [
    { title: l10n.t("Used Last"), names: last },
    ...operationAreas.map(({ title, names }) => ({ title, names: names.filter((name) => !last.includes(name)) })),
  ];
  return groups.flatMap(({ title, names }) =>
    names.map((name, index) => choiceOf({ name, given: {} }, index === 0 ? title : undefined)),
  );
}

function choiceOf(fitting: NodeOperation, heading?: string): PromptChoice<NodeOperation> {
  const { name } = fitting;
  const choice = {
    label: name,
    description: formatRequestLine(name),
    detail: operationTable[name].summary,
    value: fitting,
  };
  return heading === undefined ? choice : { ...choice, heading };
}

/** Opens the input of any operation, with the known fields; on an input, runs it. */
export const runOperation: CommandHandler<
  SendOperationContext & OpenOperationInputContext & OperationHistoryContext
> = async (app, target) => {
  if (target.resource !== undefined && findOperationOfUri(target.resource)) return sendOperation(app, target);
  const picked = await pickOperation(app, (target.node && rowOf(target.node).operations?.(target.node)) ?? []);
  if (picked === "history") await showOperationHistory(app);
  else if (picked) await openOperationInput(app, picked.name, picked.given);
};
