import type { Client } from "../../client/client.ts";
import { type OperationName, operations } from "../../contract/operations.ts";
import { checkInput } from "../../core/console/checkOperationInput.ts";
import type { InputPlace } from "../../core/console/consoleDocuments.ts";
import { consoleUri, operationOfUri } from "../../core/console/consoleUris.ts";
import { changes, requestLine } from "../../core/console/formatOperation.ts";
import { consolePlace } from "../../core/console/readConsoleTarget.ts";
import { codeLimits } from "../../core/deployment/codeConsent.ts";
import { say } from "../../core/foundation/showMessage.ts";
import type { App, Command, Target } from "../app.ts";
import { exchangeAndKeep } from "./sendAndSaveResponse.ts";

/** Code of a server or a skill runs. */
const runsCode: ReadonlySet<OperationName> = new Set(["server.deploy", "serverTestRuns.start", "skillTestRuns.start"]);

/** What the user is told before something is changed. */
interface Question {
  readonly name: OperationName;
  readonly input: object;
  readonly place: InputPlace;
}

/** Whether the user agrees; what only reads needs no consent. */
async function confirmRun(app: App, question: Question): Promise<boolean> {
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
async function confirmPlace(app: App, { name, place }: Omit<Question, "input">): Promise<boolean> {
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

/** Runs the operation whose input or answer it is called on, or which is in the active editor. */
export const sendOperation: Command = async (app, target) => {
  const name = operationHere(app, target);
  if (!name) return app.run("fairlead.operation.run");
  const text = await app.documents.read(consoleUri("input", name));
  const input = await checked(app, name, text);
  if (!input) return;
  const client = await app.client();
  if (!client) return;
  if (changes(name)) await app.connections.nameOrganization();
  const place = consolePlace(app.connections);
  if (!(await confirmPlace(app, { name, place })) || !(await confirmRun(app, { name, input, place }))) return;
  app.operations.place(name, place);
  await app.documents.save(consoleUri("input", name).replace(/\/[^/]*$/, ""));
  await send(app, client, { name, input, text, place });
};

/** The operation of a document of the console. */
export function operationHere(app: App, { resource }: Target): OperationName | undefined {
  const uri = resource ?? app.documents.active()?.uri;
  return uri === undefined ? undefined : operationOfUri(uri);
}

/** The input, or undefined where it is not what the operation takes: what is wrong is shown where it is. */
async function checked(app: App, name: OperationName, text: string): Promise<object | undefined> {
  const uri = consoleUri("input", name);
  const found = checkInput(name, text);
  if (found.kind === "input") {
    app.documents.diagnose(uri, []);
    return found.input;
  }
  const { problems } = found;
  app.documents.diagnose(uri, problems);
  const [first] = problems;
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : "";
  say(app, "warning", `${name} was not run, for its input is not right: ${first?.message}${more}`, {
    "Show Problem": () => app.documents.show(uri, { preview: false, line: first?.line ?? 0 }),
  });
  return undefined;
}

async function send(app: App, client: Client, run: Parameters<typeof exchangeAndKeep>[2]): Promise<void> {
  const { name } = run;
  const answer = await app.progress.run({ title: `Running ${name}`, in: "notification" }, (_report, signal) =>
    exchangeAndKeep(app, client, run, signal),
  );
  await app.documents.show(consoleUri("answer", name), { preview: false, beside: true });
  if (!changes(name) || answer.status >= 400) return;
  const views = ["projects", "servers", "skills", "deployments", "registry", "account"] as const;
  app.refresh(...views.map((view) => `fairlead.${view}` as const));
}
