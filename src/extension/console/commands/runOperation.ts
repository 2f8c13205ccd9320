import * as l10n from "@vscode/l10n";
import { operationTable } from "../../../contract/operations.ts";
import type { CommandHandler, EditorServices } from "../../base/editorServices.ts";
import { type PromptChoice, promptBack } from "../../base/ports.ts";
import type { NodeOperation } from "../../base/rows/treeRowKind.ts";
import { findOperationOfUri } from "../../base/uris/virtualUris.ts";
import { rowOf } from "../../workbench/nodes.ts";
import { formatRequestLine } from "../model/formatOperation.ts";
import { operationAreas } from "../model/operationAreas.ts";
import { type OpenOperationInputContext, openOperationInput } from "./openOperationInput.ts";
import { type SendOperationContext, sendOperation } from "./sendOperation.ts";

/** Prompts for an operation, by area, or among those of the clicked node. */
async function pickOperation(
  { prompts }: EditorServices,
  fitting: readonly NodeOperation[],
): Promise<NodeOperation | undefined> {
  const picked = await prompts.pick({
    title: l10n.t("Run Operation"),
    placeholder: l10n.t("Its input opens first; nothing is sent yet."),
    choices: fitting.length > 0 ? fitting.map((one) => choiceOf(one)) : listAllChoices(),
  });
  return picked === promptBack ? undefined : picked;
}

function listAllChoices(): readonly PromptChoice<NodeOperation>[] {
  return operationAreas.flatMap(({ title, names }) =>
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
export const runOperation: CommandHandler<SendOperationContext & OpenOperationInputContext> = async (app, target) => {
  if (target.resource !== undefined && findOperationOfUri(target.resource)) return sendOperation(app, target);
  const picked = await pickOperation(app, (target.node && rowOf(target.node).operations?.(target.node)) ?? []);
  if (picked) await openOperationInput(app, picked.name, picked.given);
};
