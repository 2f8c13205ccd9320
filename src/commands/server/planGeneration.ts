import type { Client } from "../../client/client.ts";
import type { Server } from "../../contract/servers.ts";
import type { Question } from "../../core/foundation/askInSequence.ts";
import { back } from "../../core/foundation/ports.ts";
import { chosenIds, countWords, type OperationChoice, stillValid } from "../../core/server/operationFilter.ts";
import { readServer } from "../../core/server/readServer.ts";
import type { Outline } from "../../generator/analyzeOpenapiDocument.ts";
import { documentName } from "../../text/documentName.ts";
import type { App, Target } from "../app.ts";
import type { ProjectChoice } from "../project/projectChoice.ts";
import { askNew, type NewServer } from "./askNewServer.ts";
import { made } from "./getServerLinks.ts";

/** What is to be generated, with nothing left to ask. */
export type Plan = { readonly choice: OperationChoice } & (
  | { readonly kind: "again"; readonly server: Server }
  | { readonly kind: "new"; readonly name: string; readonly project: ProjectChoice }
);

interface Subject {
  readonly uri: string;
  readonly outline: Outline;
  readonly target: Target;
}

/** Asks what is not known from the last time; undefined: escaped, and nothing was made. */
export async function planGeneration(app: App, client: Client, subject: Subject): Promise<Plan | undefined> {
  const earlier = await madeEarlier(app, client, subject);
  if (!earlier) return planNew(app, client, subject);
  const { server } = earlier;
  const choice = stillValid(subject.outline, earlier.choice);
  const wish = choice ? await askWish(app, subject, server, choice) : "choose";
  if (wish === undefined) return undefined;
  if (wish === "new") return planNew(app, client, subject);
  if (wish === "again" && choice) return { kind: "again", server, choice };
  const chosen = await app.chooseOperations({
    outline: subject.outline,
    chosen: choice ?? {},
    maxTools: app.settings().maxTools,
  });
  return chosen === undefined || chosen === back ? undefined : { kind: "again", server, choice: chosen };
}

/** The server a command was called on, or the one made of this document before, if it is still there. */
async function madeEarlier(app: App, client: Client, { uri, target: { node } }: Subject) {
  const known = made(app).ofDocument(uri);
  const id = node?.kind === "server" ? node.server.id : known?.serverId;
  const server = id === undefined ? undefined : await readServer(client, id);
  if (!server) return undefined;
  const include = server.source?.include;
  const choice = known?.serverId === server.id ? known.choice : { ...(include && { include }) };
  return { server, choice };
}

async function askWish(
  app: App,
  { uri, outline, target }: Subject,
  server: Server,
  choice: OperationChoice,
): Promise<"again" | "choose" | "new" | undefined> {
  const count = countWords(chosenIds(outline, choice).size, outline.operations.length, app.settings().maxTools);
  const wish = await app.prompts.pick<"again" | "choose" | "new">({
    title: `Generate ${server.name}`,
    placeholder: `From ${documentName(uri)}`,
    choices: [
      { label: "Generate again", description: count, icon: "sync", value: "again" },
      { label: "Choose other operations...", icon: "checklist", value: "choose" },
      ...(target.node ? [] : [{ label: "Make another server of it...", icon: "add", value: "new" } as const]),
    ],
  });
  return wish === back ? undefined : wish;
}

async function planNew(app: App, client: Client, { uri, outline }: Subject): Promise<Plan | undefined> {
  const title = "Generate Server from OpenAPI";
  const known: NewServer & { choice: OperationChoice } = {
    name: outline.title.trim().slice(0, 100) || documentName(uri).replace(/\.[^.]+$/, ""),
    project: undefined,
    choice: {},
  };
  const choosing: Question<typeof known> = async (answers, step) => {
    const maxTools = app.settings().maxTools;
    const choice = await app.chooseOperations({ outline, chosen: answers.choice, maxTools, step });
    return choice === undefined || choice === back ? choice : { ...answers, choice };
  };
  const answers = await askNew(app, client, title, known, outline.operations.length > 1 ? [choosing] : []);
  return answers && { kind: "new", name: answers.name, project: answers.project, choice: answers.choice };
}
