import { operations } from "../../contract/operations.ts";
import { operationOfUri } from "../../core/console/consoleUris.ts";
import { requestLine } from "../../core/console/formatOperation.ts";
import { operationAreas } from "../../core/console/operationAreas.ts";
import { readHistory } from "../../core/console/operationHistory.ts";
import { back, type Choice } from "../../core/foundation/ports.ts";
import { type Fitting, fittingOperations } from "../../core/view/nodeOperations.ts";
import type { App, Command } from "../app.ts";
import { openInput } from "./openOperationInput.ts";
import { sendOperation } from "./sendOperation.ts";

/** How many of those that were run last come first. */
const most = 5;

/** One of all operations by area, those used last first; or one of those that fit what was clicked. */
async function pickOperation(app: App, fitting: readonly Fitting[]): Promise<Fitting | undefined> {
  const picked = await app.prompts.pick<Fitting>({
    title: "Run Operation",
    placeholder: "Its input opens first; nothing is sent yet.",
    choices: fitting.length > 0 ? fitting.map((one) => choiceOf(one)) : allChoices(app),
  });
  return picked === back ? undefined : picked;
}

function allChoices(app: App): readonly Choice<Fitting>[] {
  const connection = app.connections.active();
  const used = connection ? readHistory(app.memory, connection.id).map(({ operation }) => operation) : [];
  const last = [...new Set(used)].slice(0, most);
  const groups = [
    { title: "Used Last", names: last },
    ...operationAreas.map(({ title, names }) => ({ title, names: names.filter((name) => !last.includes(name)) })),
  ];
  return groups.flatMap(({ title, names }) =>
    names.map((name, index) => choiceOf({ name, given: {} }, index === 0 ? title : undefined)),
  );
}

function choiceOf(fitting: Fitting, heading?: string): Choice<Fitting> {
  const { name } = fitting;
  const choice = { label: name, description: requestLine(name), detail: operations[name].summary, value: fitting };
  return heading === undefined ? choice : { ...choice, heading };
}

/** Opens the input of any operation of the service, with what is known in it; on an input, runs it. */
export const runOperation: Command = async (app, target) => {
  if (target.resource !== undefined && operationOfUri(target.resource)) return sendOperation(app, target);
  const picked = await pickOperation(app, target.node ? fittingOperations(target.node) : []);
  if (picked) await openInput(app, picked.name, picked.given);
};
