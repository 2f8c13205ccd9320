import { operations } from "../../contract/operations.ts";
import { requestLine } from "../../core/console/formatOperation.ts";
import { operationAreas } from "../../core/console/operationAreas.ts";
import { readHistory } from "../../core/console/operationHistory.ts";
import { back, type Choice } from "../../core/foundation/ports.ts";
import type { Fitting } from "../../core/view/nodeOperations.ts";
import type { App } from "../app.ts";

/** How many of those that were run last come first. */
const most = 5;

/** One of all operations by area, those used last first; or one of those that fit what was clicked. */
export async function pickOperation(app: App, fitting: readonly Fitting[]): Promise<Fitting | undefined> {
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
