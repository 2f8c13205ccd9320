import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../client/client.ts";
import type { Server, ServerSource } from "../../contract/servers.ts";
import type { EditorDocuments } from "../../core/foundation/ports.ts";
import { promptBack } from "../../core/foundation/ports.ts";
import { runCancellable } from "../../core/foundation/runCancellable.ts";
import { showMessage } from "../../core/foundation/showMessage.ts";
import type { CommandTarget } from "../../core/view/commandTarget.ts";
import type { OpenapiAnalysis } from "../../generator/analyzeOpenapiDocument.ts";
import { isWebUri, readDocumentName } from "../../text/documentName.ts";
import { joinWords } from "../../text/joinWords.ts";
import type { App, CommandHandler } from "../app.ts";
import { useLocalByDefault } from "../connection/useLocalByDefault.ts";
import { type ChooseDocumentContext, type ChosenDocument, chooseDocument } from "./chooseDocument.ts";
import { createServerInProject } from "./createServerInProject.ts";
import { type DeployVersionContext, deployVersion } from "./deployVersion.ts";
import { findOutdatedFolder } from "./folder/findOutdatedFolder.ts";
import { getServerLinks } from "./getServerLinks.ts";
import { openCode } from "./openCode.ts";
import { type GenerationPlan, type PlanGenerationContext, planGeneration } from "./planGeneration.ts";
import { runGeneration } from "./runGeneration.ts";

export type GenerateServerContext = DeployVersionContext &
  ChooseDocumentContext &
  PlanGenerationContext &
  Pick<App, "client" | "documentAnalyzer" | "polling">;

/** Generates a version of a server from an OpenAPI document. */
export const generateServer: CommandHandler<GenerateServerContext> = async (app, target) => {
  await useLocalByDefault(app);
  const client = await app.client();
  if (!client) return;
  const planned = await planFromDocument(app, client, target);
  if (!planned) return;
  const { document, plan } = planned;
  const name = plan.kind === "again" ? plan.server.name : plan.name;
  const before = plan.kind === "again" ? plan.server.latestVersion : null;
  const ended = await runCancellable(
    app.progress,
    { title: l10n.t`Generating ${name}`, in: "notification" },
    (report, signal) => carryOut({ app, client, report, signal }, plan, document),
  );
  app.refresh("fairlead.servers", "fairlead.projects");
  if (ended.kind === "cancelled") {
    showMessage(
      app,
      "info",
      l10n.t`No longer waiting for ${name}. The service continues; the Servers view shows the result.`,
    );
    return;
  }
  await showResult(app, client, { server: ended.value, before, document });
};

/** The document and the plan; Back at the first prompt after a document that was not asked for asks for it. */
async function planFromDocument(
  app: GenerateServerContext,
  client: ServiceClient,
  target: CommandTarget,
  isAsked = false,
): Promise<{ readonly document: ChosenDocument; readonly plan: GenerationPlan } | undefined> {
  const document = await chooseDocument(app, target, isAsked);
  const outline = document && (await analyzeChosenDocument(app, document));
  if (!outline) return undefined;
  const { uri, isOnlyOne } = document;
  const plan = await planGeneration(app, client, { uri, outline, target, stepsBefore: isOnlyOne ? 1 : 0 });
  if (plan === promptBack) return planFromDocument(app, client, target, true);
  return plan && { document, plan };
}

interface Work {
  readonly app: Pick<App, "connections" | "memory" | "polling" | "refresh" | "settings">;
  readonly client: ServiceClient;
  readonly report: (message: string) => void;
  readonly signal: AbortSignal;
}

async function carryOut(work: Work, plan: GenerationPlan, document: ChosenDocument): Promise<Server> {
  const { app, client, report, signal } = work;
  if (plan.kind === "new") report(l10n.t("Creating the server"));
  const server = plan.kind === "again" ? plan.server : await createServerInProject(app, client, plan, signal);
  // Saved before anything can fail, so that a retry does not create a second server.
  await getServerLinks(app).saveDocument(document.uri, server.id, plan.choice);
  report(l10n.t("Generating the code"));
  const source: ServerSource = {
    kind: "openapi",
    ...(isWebUri(document.uri) ? { url: document.uri } : { document: document.text }),
    ...(plan.choice.include && { include: [...plan.choice.include] }),
    maxTools: app.settings().maxTools,
  };
  return runGeneration({ client, polling: app.polling, signal }, server, source);
}

interface Result {
  readonly server: Server;
  /** The latest version before the generation. */
  readonly before: Server["latestVersion"];
  readonly document: ChosenDocument;
}

async function showResult(
  app: DeployVersionContext & Pick<App, "documents" | "documentAnalyzer">,
  client: ServiceClient,
  { server, before, document }: Result,
): Promise<void> {
  if (!isWebUri(document.uri)) app.documents.diagnose(document.uri, await locateProblems(app, document.text, server));
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
  const isBehind = outdated && update === "cancelled";
  const folder = isBehind && l10n.t`The folder ${outdated.name} does not have it yet.`;
  showMessage(app, "info", joinWords(words(server, before), folder), {
    ...(isBehind && { [l10n.t("Merge into Folder")]: outdated.update }),
    [l10n.t("Deploy")]: () => deployVersion(app, client, server),
    [l10n.t("Read the Code")]: () => openCode(app, client, server),
  });
}

function words({ name, latestVersion, toolCount, problems = [] }: Server, before: Server["latestVersion"]): string {
  if (before === latestVersion)
    return l10n.t`${name} is up to date: ${latestVersion ?? ""} was generated from the same document.`;
  const warnings =
    problems.length > 0 && l10n.t`The Problems view shows what was left out or assumed (${problems.length}).`;
  return joinWords(formatGenerated(joinWords(name, latestVersion), toolCount), warnings);
}

function formatGenerated(called: string, toolCount: Server["toolCount"]): string {
  if (typeof toolCount !== "number") return l10n.t`Generated ${called}.`;
  return toolCount === 1
    ? l10n.t`Generated ${called} with 1 tool.`
    : l10n.t`Generated ${called} with ${toolCount} tools.`;
}

/** The service's problems of a document, by lines of its text. */
async function locateProblems(
  app: Pick<App, "documentAnalyzer">,
  text: string,
  { problems = [] }: Server,
): Promise<Parameters<EditorDocuments["diagnose"]>[1]> {
  const places = await app.documentAnalyzer.locate(
    text,
    problems.map(({ pointer }) => pointer ?? ""),
  );
  return problems.flatMap(({ severity = "warning", message, code }, index) => {
    const { line, column } = places[index] ?? { line: 0, column: 0 };
    return message === undefined ? [] : [{ severity, message, code, line, column }];
  });
}

/** The analysis of a document; undefined if it is unusable, after a message, or if the user cancelled. */
async function analyzeChosenDocument(
  app: Pick<App, "documents" | "log" | "messages" | "documentAnalyzer" | "progress">,
  { uri, text }: ChosenDocument,
): Promise<OpenapiAnalysis | undefined> {
  const name = readDocumentName(uri);
  const read = await runCancellable(app.progress, { title: l10n.t`Reading ${name}`, in: "notification" }, (_, signal) =>
    app.documentAnalyzer.read(text, signal),
  );
  if (read.kind === "cancelled") return undefined;
  const outline = read.value;
  if (!isWebUri(uri)) app.documents.diagnose(uri, outline.problems);
  if (outline.ok) return outline;
  const errors = outline.problems.filter(({ severity }) => severity === "error");
  const problem = l10n.t`${name} cannot be used: ${errors[0]?.message ?? l10n.t("it describes no operations.")}`;
  rejectDocument(app, uri, joinWords(problem, formatOthers(errors.length - 1)));
  return undefined;
}

function formatOthers(count: number): string {
  if (count < 1) return "";
  return count === 1 ? l10n.t("There is 1 more problem.") : l10n.t`There are ${count} more problems.`;
}

/** Reports why a document is unusable, with a link to the location. */
function rejectDocument(app: Pick<App, "documents" | "log" | "messages">, uri: string, message: string): void {
  const showProblems = async () => {
    await app.documents.show(uri);
    await app.documents.showProblems();
  };
  showMessage(app, "error", message, isWebUri(uri) ? {} : { [l10n.t("Show Problems")]: showProblems });
}
