import { type OperationName, operations } from "../../contract/operations.ts";
import type { InputPlace } from "../../core/console/consoleDocuments.ts";
import { changes, requestLine } from "../../core/console/formatOperation.ts";
import { codeLimits } from "../../core/deployment/codeConsent.ts";
import type { App } from "../app.ts";

/** Code of a server or a skill runs. */
const runsCode: ReadonlySet<OperationName> = new Set(["server.deploy", "serverTestRuns.start", "skillTestRuns.start"]);

/** What the user is told before something is changed. */
interface Question {
  readonly name: OperationName;
  readonly input: object;
  readonly place: InputPlace;
}

/** Whether the user agrees; what only reads needs no consent. */
export async function confirmRun(app: App, question: Question): Promise<boolean> {
  const { name, place } = question;
  if (!changes(name)) return true;
  const what = `Run ${name}${idWords(question.input)} at ${place.words}?`;
  const { method, summary } = operations[name];
  const told = runsCode.has(name) ? `${summary} ${codeLimits}` : summary;
  if (method === "DELETE") {
    const detail = `${summary}\n\n${requestLine(name)}. It cannot be undone.`;
    return app.prompts.confirm({ message: what, detail, action: "Run" });
  }
  const choices = [
    { label: "Run", description: requestLine(name), detail: told, icon: "play", value: true },
    { label: "Do Not Run", icon: "close", value: false },
  ];
  return (await app.prompts.pick({ title: what, placeholder: "It changes something there.", choices })) === true;
}

/** Whether the user agrees where the input was opened for another place than the one it would go to. */
export async function confirmPlace(app: App, { name, place }: Omit<Question, "input">): Promise<boolean> {
  const opened = app.operations.state(name).place;
  if (opened?.scope === undefined || opened.scope === place.scope) return true;
  return app.prompts.confirm({
    message: `Run ${name} at ${place.words}?`,
    detail: `Its input was opened for ${opened.words}. Ids in it may name nothing, or something else, at the other place.`,
    action: "Run There",
  });
}

/** ` on srv_1`: everything by which the input names what is there. */
function idWords(input: object): string {
  const ids = Object.entries(input).flatMap(([name, value]) =>
    /^id$|Id$/.test(name) && typeof value === "string" && value !== "" ? [value.slice(0, 100)] : [],
  );
  return ids.length === 0 ? "" : ` on ${ids.join(", ")}`;
}
