import type { ServiceClient } from "../../client/client.ts";
import type { Server } from "../../contract/servers.ts";
import type { SequenceQuestion } from "../../core/foundation/askInSequence.ts";
import { promptBack } from "../../core/foundation/ports.ts";
import {
  formatOperationCount,
  type OperationChoice,
  pruneOperationChoice,
  readChosenOperations,
} from "../../core/server/operationFilter.ts";
import { readServer } from "../../core/server/readServer.ts";
import type { CommandTarget } from "../../core/view/commandTarget.ts";
import type { OpenapiAnalysis } from "../../generator/analyzeOpenapiDocument.ts";
import { readDocumentName } from "../../text/documentName.ts";
import type { App } from "../app.ts";
import type { ProjectChoice } from "../project/projectChoice.ts";
import { askNewServer, type NewServer } from "./askNewServer.ts";
import { getServerLinks } from "./getServerLinks.ts";

/** A generation with all input. */
export type GenerationPlan = { readonly choice: OperationChoice } & (
  | { readonly kind: "again"; readonly server: Server }
  | { readonly kind: "new"; readonly name: string; readonly project: ProjectChoice }
);

interface Subject {
  readonly uri: string;
  readonly outline: OpenapiAnalysis;
  readonly target: CommandTarget;
}

export type PlanGenerationContext = Pick<App, "chooseOperations" | "connections" | "memory" | "prompts" | "settings">;

/** Prompts for what the last generation does not answer; undefined: cancelled, and nothing was created. */
export async function planGeneration(
  app: PlanGenerationContext,
  client: ServiceClient,
  subject: Subject,
): Promise<GenerationPlan | undefined> {
  const earlier = await findEarlierServer(app, client, subject);
  if (!earlier) return planNew(app, client, subject);
  const { server } = earlier;
  const choice = pruneOperationChoice(subject.outline, earlier.choice);
  const wish = choice ? await askWish(app, subject, server, choice) : "choose";
  if (wish === undefined) return undefined;
  if (wish === "new") return planNew(app, client, subject);
  if (wish === "again" && choice) return { kind: "again", server, choice };
  const chosen = await app.chooseOperations({
    analysis: subject.outline,
    chosen: choice ?? {},
    maxTools: app.settings().maxTools,
  });
  return chosen === undefined || chosen === promptBack ? undefined : { kind: "again", server, choice: chosen };
}

/** The command's server, or the one linked to this document, if it still exists. */
async function findEarlierServer(
  app: Pick<App, "connections" | "memory">,
  client: ServiceClient,
  { uri, target: { node } }: Subject,
) {
  const link = getServerLinks(app).ofDocument(uri);
  const id = node?.kind === "server" ? node.server.id : link?.serverId;
  const server = id === undefined ? undefined : await readServer(client, id);
  if (!server) return undefined;
  const include = server.source?.include;
  const choice = link?.serverId === server.id ? link.choice : { ...(include && { include }) };
  return { server, choice };
}

async function askWish(
  app: Pick<App, "prompts" | "settings">,
  { uri, outline: analysis, target }: Subject,
  server: Server,
  choice: OperationChoice,
): Promise<"again" | "choose" | "new" | undefined> {
  const count = formatOperationCount(
    readChosenOperations(analysis, choice).size,
    analysis.operations.length,
    app.settings().maxTools,
  );
  const wish = await app.prompts.pick<"again" | "choose" | "new">({
    title: `Generate ${server.name}`,
    placeholder: `From ${readDocumentName(uri)}`,
    choices: [
      { label: "Generate again", description: count, icon: "sync", value: "again" },
      { label: "Choose other operations...", icon: "checklist", value: "choose" },
      ...(target.node ? [] : [{ label: "Generate another server from it...", icon: "add", value: "new" } as const]),
    ],
  });
  return wish === promptBack ? undefined : wish;
}

async function planNew(
  app: PlanGenerationContext,
  client: ServiceClient,
  { uri, outline: analysis }: Subject,
): Promise<GenerationPlan | undefined> {
  const title = "Generate Server from OpenAPI";
  const initialAnswers: NewServer & { choice: OperationChoice } = {
    name: analysis.title.trim().slice(0, 100) || readDocumentName(uri).replace(/\.[^.]+$/, ""),
    project: undefined,
    choice: {},
  };
  const choosing: SequenceQuestion<typeof initialAnswers> = async (answers, step) => {
    const maxTools = app.settings().maxTools;
    const choice = await app.chooseOperations({ analysis, chosen: answers.choice, maxTools, step });
    return choice === undefined || choice === promptBack ? choice : { ...answers, choice };
  };
  const answers = await askNewServer(
    app,
    client,
    title,
    initialAnswers,
    analysis.operations.length > 1 ? [choosing] : [],
  );
  return answers && { kind: "new", name: answers.name, project: answers.project, choice: answers.choice };
}
