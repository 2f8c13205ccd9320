import * as l10n from "@vscode/l10n";
import { type OperationName, operationTable } from "../../../contract/operations.ts";
import { isRecord } from "../../../text/record.ts";
import type { CommandHandler, EditorServices } from "../../base/editorServices.ts";
import type { PromptChoice } from "../../base/ports.ts";
import type { NodeOperation } from "../../base/rows/treeRowKind.ts";
import { consoleUri, findOperationOfUri } from "../../base/uris/virtualUris.ts";
import type { ConnectionServices } from "../../connection/connectionServices.ts";
import { readProjectFilter } from "../../project/model/selectedProject.ts";
import type { SkillServices } from "../../skill/skillServices.ts";
import { rowOf } from "../../workbench/nodes.ts";
import type { ConsoleServices } from "../consoleServices.ts";
import { formatRequestLine, readConsoleTarget } from "../model/formatOperation.ts";
import { createInputTemplate, formatInput, type InputFields } from "../model/inputTemplate.ts";
import { operationAreas } from "../model/operationAreas.ts";
import { type SendOperationContext, sendOperation } from "./sendOperation.ts";

/** Prompts for an operation, by area, or among those of the clicked node. */
async function pickOperation(
  { prompts }: EditorServices,
  fitting: readonly NodeOperation[],
): Promise<NodeOperation | undefined> {
  return prompts.pick({
    title: l10n.t("Run Operation"),
    placeholder: l10n.t("Its input opens first; nothing is sent yet."),
    choices: fitting.length > 0 ? fitting.map((one) => choiceOf(one)) : listAllChoices(),
  });
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

type OpenOperationInputContext = EditorServices & ConnectionServices & ConsoleServices & Pick<SkillServices, "folders">;

/** Opens an operation's input. Keeps the existing text if it already has the clicked item's fields. */
async function openOperationInput(
  app: OpenOperationInputContext,
  name: OperationName,
  given: InputFields,
): Promise<void> {
  const uri = consoleUri("input", name);
  if (app.operations.readTarget(name) && includesFields(await app.documents.read(uri), given))
    return app.documents.show(uri);
  app.operations.setTarget(name, readConsoleTarget(app.connections));
  // Undo restores the old text.
  const values = { machine: app.folders.machine, ...readProjectFilter(app) };
  await app.documents.replace(uri, formatInput(createInputTemplate(name, { given, values })));
  app.documents.diagnose(uri, []);
  await app.documents.show(uri, { preview: false });
}

function includesFields(text: string, given: InputFields): boolean {
  try {
    const input: unknown = JSON.parse(text);
    const fields = new Map(Object.entries(isRecord(input) ? input : {}));
    return Object.entries(given).every(([name, value]) => fields.get(name) === value);
  } catch {
    return Object.keys(given).length === 0;
  }
}
