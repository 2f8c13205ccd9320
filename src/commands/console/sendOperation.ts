import type { Client } from "../../client/client.ts";
import type { OperationName } from "../../contract/operations.ts";
import { checkInput } from "../../core/console/checkOperationInput.ts";
import { consoleUri, operationOfUri } from "../../core/console/consoleUris.ts";
import { changes } from "../../core/console/formatOperation.ts";
import { consolePlace } from "../../core/console/readConsoleTarget.ts";
import { say } from "../../core/foundation/showMessage.ts";
import type { App, Command, Target } from "../app.ts";
import { confirmPlace, confirmRun } from "./confirmRun.ts";
import { exchangeAndKeep } from "./sendAndSaveResponse.ts";

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
