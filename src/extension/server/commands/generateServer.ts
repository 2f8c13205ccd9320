import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import type { Server, ServerSource } from "../../../contract/servers.ts";
import { isWebUri, readDocumentName } from "../../../text/documentName.ts";
import { joinWords } from "../../../text/joinWords.ts";
import { type CommandHandler, runCancellable } from "../../base/editorServices.ts";
import { promptBack } from "../../base/ports.ts";
import type { CommandTarget } from "../../base/rows/commandTarget.ts";
import { showMessage } from "../../base/showMessage.ts";
import { useLocalByDefault } from "../../connection/commands/useLocalService.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import { findLiveVersion } from "../model/findLiveVersion.ts";
import { listUnchosenOperations, type OperationChoice } from "../model/operations/operationFilter.ts";
import { getServerLinks } from "../model/serverLinks.ts";
import {
  type AnalyzeDocumentContext,
  type AnalyzedDocument,
  analyzeDocument,
  rejectDocument,
  showServerProblems,
} from "./analyzeDocument.ts";
import { createServerInProject } from "./askNewServer.ts";
import { formatConstants, hasConstants } from "./chooseConstants.ts";
import { type ChosenDocument, chooseDocument } from "./chooseDocument.ts";
import { type DeployVersionContext, deployVersion } from "./deployVersion.ts";
import { findOutdatedFolder } from "./folder/findOutdatedFolder.ts";
import { openCode } from "./openCode.ts";
import { askConstants, type GenerationPlan, type PlanGenerationContext, planGeneration } from "./planGeneration.ts";
import { runGeneration } from "./runGeneration.ts";

export type GenerateServerContext = DeployVersionContext & AnalyzeDocumentContext & PlanGenerationContext;

/** Generates a version of a server from an OpenAPI document. */
export const generateServer: CommandHandler<GenerateServerContext> = async (app, target) => {
  await useLocalByDefault(app);
  const client = await app.client();
  if (!client) return;
  const chosen = await chooseDocument(app, target, false);
  if (!chosen) return;
  // Of two questions about one document, the second would be about a version that the first has replaced.
  const flow = await app.deployFlows.run(`generate ${chosen.uri}`, async () => {
    const plan = await planFromDocument(app, client, target, chosen);
    if (plan) await generatePlanned(app, client, plan);
  });
  const name = readDocumentName(chosen.uri);
  if (!flow) showMessage(app, "info", l10n.t`${name} is being generated from already. Answer or cancel that first.`);
};

/** Generates a server, not that of the selected row, which VS Code gives to a button in the title of a view. */
export const generateOtherServer: CommandHandler<GenerateServerContext> = (app, { resource }) =>
  generateServer(app, resource === undefined ? {} : { resource });

async function generatePlanned(app: GenerateServerContext, client: ServiceClient, plan: GenerationPlan): Promise<void> {
  const { document } = plan;
  const name = plan.kind === "again" ? plan.server.name : plan.name;
  const before = plan.kind === "again" ? plan.server.latestVersion : null;
  const ended = await runCancellable(app.progress, l10n.t`Generating ${name}`, (report, signal) =>
    carryOut({ app, client, report, signal }, plan),
  );
  app.refresh("fairlead.servers", "fairlead.projects");
  if (ended.kind === "cancelled")
    return showMessage(
      app,
      "info",
      l10n.t`No longer waiting for ${name}. If it was sent already, the service continues; the Servers view shows the result.`,
    );
  await showResult(app, client, { server: ended.value, before, document, choice: plan.choice });
}

/** Asks again which constants the server has, and generates it again. */
async function changeConstants(
  app: GenerateServerContext,
  client: ServiceClient,
  { server, document, choice }: Result,
): Promise<void> {
  const constants = await askConstants(app, server, { document, choice });
  if (!constants) return;
  await generatePlanned(app, client, { kind: "again", server, document, choice: { ...choice, constants } });
}

/** The plan for a document; Back at the first prompt after a document that was not asked for asks for it. */
async function planFromDocument(
  app: GenerateServerContext,
  client: ServiceClient,
  target: CommandTarget,
  chosen: ChosenDocument,
): Promise<GenerationPlan | undefined> {
  const document = await analyzeDocument(app, chosen);
  if (!document) return undefined;
  const plan = await planGeneration(app, client, { document, target, stepsBefore: chosen.isOnlyOne ? 1 : 0 });
  if (plan !== promptBack) return plan;
  const other = await chooseDocument(app, target, true);
  return other && planFromDocument(app, client, target, other);
}

interface Work {
  readonly app: ConnectedServices;
  readonly client: ServiceClient;
  readonly report: (message: string) => void;
  readonly signal: AbortSignal;
}

async function carryOut(work: Work, plan: GenerationPlan): Promise<Server> {
  const { app, client, report, signal } = work;
  const { document } = plan;
  const { analysis } = document;
  if (plan.kind === "new") report(l10n.t("Creating the server"));
  const server = plan.kind === "again" ? plan.server : await createServerInProject(app, client, plan, signal);
  // Saved before anything can fail, so that a retry does not create a second server.
  await getServerLinks(app).saveDocument(document.uri, {
    serverId: server.id,
    choice: plan.choice,
    unchosen: listUnchosenOperations(analysis, plan.choice),
  });
  const source: ServerSource = {
    kind: "openapi",
    ...(isWebUri(document.uri) ? { url: document.uri } : { document: analysis.document ?? document.source.text }),
    ...(plan.choice.include && { include: [...plan.choice.include] }),
    maxTools: app.settings().maxTools,
    ...(plan.choice.constants && { constants: plan.choice.constants }),
  };
  const version = plan.kind === "again" ? plan.version : undefined;
  const wanted = { source, ...(version !== undefined && { version }) };
  return runGeneration({ client, polling: app.polling, signal, report }, server, wanted);
}

interface Result {
  readonly server: Server;
  /** The latest version before the generation. */
  readonly before: Server["latestVersion"];
  readonly document: AnalyzedDocument;
  readonly choice: OperationChoice;
}

async function showResult(app: GenerateServerContext, client: ServiceClient, result: Result): Promise<void> {
  const { server, before, document } = result;
  await showServerProblems(app, document, server);
  if (server.status === "failed") {
    rejectDocument(
      app,
      document.uri,
      l10n.t`${server.name} was not generated. ${server.statusDetail ?? l10n.t("The service does not say why.")}`,
    );
    return;
  }
  const outdated = await findOutdatedFolder(app, client, server);
  const update = await outdated?.update();
  if (update === "written" || update === "shown") return;
  const isLive = before === server.latestVersion && before === (await findLiveVersion(client, server));
  const isBehind = outdated && update === "cancelled";
  const folder = isBehind && l10n.t`The folder ${outdated.name} does not have it yet.`;
  showMessage(app, "info", joinWords(formatOutcome(server, before, document, app.settings().maxTools), folder), {
    ...(isBehind && { [l10n.t("Merge into Folder")]: outdated.update }),
    ...(!isLive && { [l10n.t("Deploy")]: () => deployVersion(app, client, server, server.latestVersion) }),
    [l10n.t("Open Code")]: () => openCode(app, client, server),
    ...(hasConstants(document.analysis.proposals, server) && {
      [l10n.t("Change Constants...")]: () => changeConstants(app, client, result),
    }),
  });
}

function formatOutcome(
  server: Server,
  before: Server["latestVersion"],
  { overlay, analysis }: AnalyzedDocument,
  maxTools: number,
): string {
  const { name, latestVersion, toolCount, problems = [] } = server;
  if (before === latestVersion)
    return l10n.t`${name} is up to date: ${latestVersion ?? ""} was generated from the same document.`;
  const applied = overlay && l10n.t`${readDocumentName(overlay.uri)} is applied.`;
  const count = problems.length + (analysis.overlayProblems?.length ?? 0);
  const warnings = count > 0 && l10n.t`The Problems view shows what was left out or assumed (${count}).`;
  const generated = formatGenerated(joinWords(name, latestVersion), toolCount, maxTools);
  return joinWords(generated, applied, formatConstants(server), warnings);
}

function formatGenerated(called: string, toolCount: Server["toolCount"], maxTools: number): string {
  if (typeof toolCount !== "number") return l10n.t`Generated ${called}.`;
  if (toolCount > maxTools)
    return l10n.t`Generated ${called}: agents search, describe and call its ${toolCount} operations.`;
  return toolCount === 1
    ? l10n.t`Generated ${called} with 1 tool.`
    : l10n.t`Generated ${called} with ${toolCount} tools.`;
}
