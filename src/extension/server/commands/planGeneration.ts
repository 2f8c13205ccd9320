import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import type { Server } from "../../../contract/servers.ts";
import { readDocumentName } from "../../../text/documentName.ts";
import type { EditorServices } from "../../base/editorServices.ts";
import { type PromptBack, promptBack } from "../../base/ports.ts";
import { askAfterSteps, createQuestion } from "../../base/prompts/askInSequence.ts";
import type { CommandTarget } from "../../base/rows/commandTarget.ts";
import type { ConnectedServices, ConnectionServices } from "../../connection/connectionServices.ts";
import type { ProjectChoice } from "../../project/commands/projectChoice.ts";
import type { RegistryServices } from "../../registry/registryServices.ts";
import { readDocumentUse } from "../model/document/readDocumentUse.ts";
import {
  createDefaultChoice,
  type OperationChoice,
  pruneOperationChoice,
} from "../model/operations/operationFilter.ts";
import { readServer } from "../model/readServer.ts";
import { getServerLinks } from "../model/serverLinks.ts";
import type { ServerServices } from "../serverServices.ts";
import type { AnalyzeDocumentContext, AnalyzedDocument } from "./analyzeDocument.ts";
import { type AskGenerateAgainContext, askGenerateAgain, type EarlierServer } from "./askGenerateAgain.ts";
import { askServerName, findServerProject, type NewServer, proposeServerName } from "./askNewServer.ts";
import { chooseConstants } from "./chooseConstants.ts";

/** A generation with all input. */
export type GenerationPlan = {
  readonly choice: OperationChoice;
  readonly document: AnalyzedDocument;
} & (
  | {
      readonly kind: "again";
      readonly server: Server;
      /** By default the service numbers it. */
      readonly version?: string | undefined;
    }
  | { readonly kind: "new"; readonly name: string; readonly project: ProjectChoice }
);

interface Subject {
  readonly document: AnalyzedDocument;
  readonly target: CommandTarget;
  /** The earlier steps that Back returns to: the choice of the document. */
  readonly stepsBefore: number;
}

export type PlanGenerationContext = AnalyzeDocumentContext &
  AskGenerateAgainContext &
  ConnectionServices &
  RegistryServices &
  Pick<ServerServices, "chooseOperations">;

/**
 * Prompts for what neither the last generation nor a good default answers. undefined: cancelled, and nothing was created;
 * Back: to the steps before.
 */
export async function planGeneration(
  app: PlanGenerationContext,
  client: ServiceClient,
  subject: Subject,
): Promise<GenerationPlan | PromptBack | undefined> {
  const earlier = await findEarlierServer(app, client, subject);
  if (!earlier) return planNew(app, client, subject);
  const { server } = earlier;
  const { document, stepsBefore } = subject;
  const choice = pruneOperationChoice(document.analysis, earlier.choice);
  const question = { document, stepsBefore, isNewOffered: !subject.target.node };
  const answer = choice && (await askGenerateAgain(app, client, { ...earlier, choice }, question));
  const wish = choice ? answer?.wish : "choose";
  if (wish === undefined || wish === promptBack) return wish;
  if (wish === "new") return planNew(app, client, subject);
  if (wish === "again" && choice) return { kind: "again", server, choice, document, version: answer?.version };
  if (wish === "constants" && choice) {
    const constants = await askConstants(app, server, { document, choice });
    return constants && { kind: "again", server, choice: { ...choice, constants }, document, version: answer?.version };
  }
  const chosen = await app.chooseOperations({
    ...describeDocument(document),
    use: await readDocumentUse({ ...app, client: async () => client, links: () => getServerLinks(app) }, document.uri),
    chosen: choice ?? createDefaultChoice(document.analysis),
    maxTools: app.settings().maxTools,
    server,
  });
  if (chosen === undefined || chosen === promptBack) return undefined;
  return { kind: "again", server, choice: withConstants(chosen, earlier.choice), document, version: answer?.version };
}

/** Asks again which constants a server has. undefined: cancelled. */
export async function askConstants(
  app: EditorServices,
  server: Server,
  { document, choice }: Pick<GenerationPlan, "document" | "choice">,
): Promise<OperationChoice["constants"]> {
  const { proposals } = document.analysis;
  const title = l10n.t`Constants of ${server.name}`;
  const constants = await chooseConstants(app, { title, proposals, choices: choice.constants, server });
  return constants === promptBack ? undefined : constants;
}

/** The command's server, or the one linked to this document, if it still exists. */
async function findEarlierServer(
  app: ConnectedServices,
  client: ServiceClient,
  { document: { uri }, target: { node } }: Subject,
): Promise<EarlierServer | undefined> {
  const link = getServerLinks(app).ofDocument(uri);
  const id = node?.kind === "server" ? node.server.id : link?.serverId;
  const server = id === undefined ? undefined : await readServer(client, id);
  if (!server) return undefined;
  const { include, constants } = server.source ?? {};
  if (link?.serverId === server.id) return { server, choice: link.choice, unchosen: link.unchosen };
  return { server, choice: { ...(include && { include }), ...(constants && { constants }) }, unchosen: undefined };
}

async function planNew(
  app: PlanGenerationContext,
  client: ServiceClient,
  { document, stepsBefore }: Subject,
): Promise<GenerationPlan | PromptBack | undefined> {
  const title = l10n.t("Generate Server from OpenAPI");
  const { uri, analysis } = document;
  const { project, questions } = await findServerProject<NewServerAnswers>(app, client, title);
  const wanted = suggestName(analysis.title) || readDocumentName(uri).replace(/\.[^.]+$/, "");
  let name = await proposeServerName(app, client, project, wanted);
  const naming = {
    read: () => name,
    change: async () => {
      const typed = await askServerName(app, { title, value: name });
      if (typed !== undefined && typed !== promptBack) name = typed;
    },
  };
  const choosing = createQuestion<"choice", NewServerAnswers>("choice", async ({ choice }, step) => {
    const maxTools = app.settings().maxTools;
    const question = { ...describeDocument(document), chosen: choice, maxTools, naming, step };
    const chosen = await app.chooseOperations(question);
    return chosen === undefined || chosen === promptBack ? chosen : withConstants(chosen, choice);
  });
  const choosingConstants = createQuestion<"choice", NewServerAnswers>("choice", async ({ choice }, step) => {
    const question = { title, proposals: analysis.proposals, choices: choice.constants, step };
    const constants = await chooseConstants(app, question);
    return constants === undefined || constants === promptBack ? constants : { ...choice, constants };
  });
  const choice = createDefaultChoice(analysis);
  const answers = await askAfterSteps<NewServerAnswers>(stepsBefore, { name, project, choice }, [
    ...(analysis.operations.length > 1 ? [choosing] : []),
    ...(analysis.proposals.some(({ isAsked }) => isAsked) ? [choosingConstants] : []),
    ...questions,
  ]);
  if (answers === undefined || answers === promptBack) return answers;
  return answers.project && { kind: "new", name, project: answers.project, choice: answers.choice, document };
}

/**
 * A title that is a sentence, such as `Gotify REST-API.`, would end the sentences that name the server, which has a version of its own.
 * Leaves room for a number.
 */
const suggestName = (title: string) =>
  title
    .trim()
    .slice(0, 90)
    .replace(/[\s.,:;!]+$/, "")
    .replace(/\s+v*\d+(?:\.\d+)+$/i, "");

const describeDocument = ({ analysis, overlay }: AnalyzedDocument) => ({
  analysis,
  overlay: overlay && readDocumentName(overlay.uri),
});

type NewServerAnswers = NewServer & { readonly choice: OperationChoice };

/** The chooser of operations returns a choice of them alone. */
const withConstants = (chosen: OperationChoice, { constants }: OperationChoice): OperationChoice => ({
  ...chosen,
  ...(constants && { constants }),
});
