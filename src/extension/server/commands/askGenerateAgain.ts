import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import { findNextBreakingVersion } from "../../../contract/semanticVersion.ts";
import type { Server } from "../../../contract/servers.ts";
import { isBreaking } from "../../../surface/compareSurfaces.ts";
import { formatToolChange } from "../../../surface/formatToolChange.ts";
import { readDocumentName } from "../../../text/documentName.ts";
import { joinTextParts } from "../../../text/joinTextParts.ts";
import { formatCount, formatQuantity } from "../../../text/language/formatQuantity.ts";
import { type CancellableResult, type EditorServices, runCancellable } from "../../base/editorServices.ts";
import { isAbortError, readErrorMessage } from "../../base/failure.ts";
import type { PromptBack, PromptChoice } from "../../base/ports.ts";
import { showToolChanges } from "../../registry/commands/showDifferences.ts";
import { formatBreakingCount } from "../../registry/model/formatToolChanges.ts";
import type { RegistryServices } from "../../registry/registryServices.ts";
import { compareDocument } from "../model/document/compareDocument.ts";
import {
  type ChangedTool,
  countTools,
  formatToolCounts,
  hasToolCounts,
  type ToolDifference,
} from "../model/document/toolDifference.ts";
import { findLiveVersion } from "../model/findLiveVersion.ts";
import {
  formatOperationCount,
  type OperationChoice,
  readChosenOperations,
} from "../model/operations/operationFilter.ts";
import type { ServerServices } from "../serverServices.ts";
import type { AnalyzedDocument } from "./analyzeDocument.ts";
import { hasConstants } from "./chooseConstants.ts";

/** `choose`: with other operations. `constants`: with other constants. `new`: another server from the same document. */
type GenerationWish = "again" | "choose" | "constants" | "new";

interface Question {
  readonly document: AnalyzedDocument;
  /** The earlier steps that Back returns to. */
  readonly stepsBefore: number;
  /** Whether the user may generate another server from the document. */
  readonly isNewOffered: boolean;
}

interface GenerationAnswer {
  readonly wish: GenerationWish | PromptBack;
  /** The version to generate, because it breaks callers. */
  readonly version: string | undefined;
}

/** Asks what to generate, after it shows what that changes for callers. undefined: cancelled, or the user reads all changes first. */
export async function askGenerateAgain(
  app: AskGenerateAgainContext,
  client: ServiceClient,
  earlier: EarlierServer,
  question: Question,
): Promise<GenerationAnswer | undefined> {
  const { server } = earlier;
  const { document, stepsBefore } = question;
  const read = await readToolDifference(app, client, earlier, document);
  if (read.kind === "cancelled") return undefined;
  const change = read.value;
  const name = readDocumentName(document.uri);
  const wish = await app.prompts.pick<GenerationWish | "show">({
    title: l10n.t`Generate ${server.name}`,
    step: { number: stepsBefore + 1, total: stepsBefore + 1 },
    placeholder: l10n.t`From ${name}`,
    ...(change && { prompt: formatChange(change) }),
    choices: listChoices(app, earlier, question, change),
  });
  if (wish === undefined) return undefined;
  if (wish !== "show") return { wish, version: change?.next };
  if (change) {
    const { version: before, difference } = change;
    await showToolChanges(app, { name: server.name, before, after: name }, difference.changes);
  }
  return undefined;
}

function listChoices(
  app: EditorServices,
  { server, choice }: EarlierServer,
  { document: { analysis }, isNewOffered }: Question,
  change: VersionDifference | undefined,
): readonly PromptChoice<GenerationWish | "show">[] {
  const ids = readChosenOperations(analysis, choice);
  const chosen = analysis.operations.filter(({ id }) => ids.has(id));
  const count = formatOperationCount(chosen, analysis.operations.length, app.settings().maxTools);
  const { difference } = change ?? {};
  const offered = difference?.offered.length ?? 0;
  const isChanged = difference !== undefined && difference.changes.length > 0;
  const without = offered > 0 ? l10n.t`without ${formatCount(offered)} new` : undefined;
  return [
    { label: l10n.t("Generate again"), description: joinTextParts(count, without), icon: "sync", value: "again" },
    ...(isChanged ? [{ label: l10n.t("Show All Changes"), icon: "diff", value: "show" } as const] : []),
    {
      label: l10n.t("Choose other operations..."),
      icon: "checklist",
      value: "choose" as const,
      description: offered > 0 ? l10n.t`${formatCount(offered)} new` : undefined,
    },
    ...(hasConstants(analysis.proposals, server)
      ? [{ label: l10n.t("Change Constants..."), icon: "symbol-constant", value: "constants" } as const]
      : []),
    ...(isNewOffered
      ? [{ label: l10n.t("Generate another server from it..."), icon: "add", value: "new" } as const]
      : []),
    ...(difference ? listDifferenceChoices(difference, analysis) : []),
  ];
}

/** `Tools since 0.1.0: 3 new, 1 changed, 1 gone · 1 breaking change, so the next version is 0.2.0` */
function formatChange({ version, difference, next }: VersionDifference): string {
  // What is new and not chosen is counted at *Choose other operations...*.
  const counts = countTools({ ...difference, offered: [] });
  if (!hasToolCounts(counts)) return l10n.t`The tools are the same as in ${version}.`;
  const breaking = difference.changes.filter(isBreaking);
  return joinTextParts(
    l10n.t`Tools since ${version}: ${formatToolCounts(counts)}`,
    breaking.length === 0
      ? undefined
      : next === undefined
        ? formatBreakingCount(breaking)
        : l10n.t`${formatBreakingCount(breaking)}, so the next version is ${next}`,
  );
}

/** The document shows all. */
const mostRows = 50;

/** The tools that a generation adds, changes and removes, and the new operations that can be chosen. */
function listDifferenceChoices(
  { added, changed, removed, offered }: ToolDifference,
  { operations }: Question["document"]["analysis"],
): readonly PromptChoice<"show" | "choose">[] {
  const describe = (filter: string) => {
    const found = operations.find((operation) => operation.filter === filter);
    return { label: found?.id ?? filter, description: found && filter, detail: found?.summary || undefined };
  };
  return [
    ...listTools(l10n.t("New"), "diff-added", added),
    ...listTools(l10n.t("Changed"), "diff-modified", changed),
    ...listTools(l10n.t("Gone"), "diff-removed", removed),
    ...limitRows(l10n.t("New in the document, not chosen"), offered, (filter) => ({
      ...describe(filter),
      icon: "circle-outline",
      value: "choose" as const,
    })),
  ];
}

function listTools(heading: string, icon: string, tools: readonly ChangedTool[]): PromptChoice<"show">[] {
  return limitRows(heading, tools, ({ name, operation, changes }) => {
    const [first, ...others] = changes;
    const more = formatQuantity(others.length, l10n.t("more change"), l10n.t("more changes"));
    return {
      label: name,
      icon: isBreaking(first) ? "warning" : icon,
      value: "show" as const,
      description: joinTextParts(operation, isBreaking(first) ? l10n.t("breaks callers") : undefined),
      detail: joinTextParts(formatToolChange(first), others.length > 0 ? more : undefined),
    };
  });
}

function limitRows<T, V>(heading: string, items: readonly T[], toRow: (item: T) => PromptChoice<V>): PromptChoice<V>[] {
  const rows = items.slice(0, mostRows).map((item) => ({ ...toRow(item), heading }));
  const [first] = rows;
  const more = items.length - rows.length;
  return first && more > 0
    ? [...rows, { label: l10n.t`and ${formatCount(more)} more`, icon: "ellipsis", value: first.value, heading }]
    : rows;
}

export interface EarlierServer {
  readonly server: Server;
  readonly choice: OperationChoice;
  /** The operations that the last generation left out; undefined: not known. */
  readonly unchosen: readonly string[] | undefined;
}

/** What a generation changes about the tools of the latest version. */
interface VersionDifference {
  readonly version: string;
  readonly difference: ToolDifference;
  /** The version to generate, because it breaks callers; undefined: the service numbers it. */
  readonly next: string | undefined;
}

export type AskGenerateAgainContext = EditorServices & RegistryServices & Pick<ServerServices, "documentAnalyzer">;

/** undefined: not known, or the document has not changed. A failure does not prevent the generation. */
function readToolDifference(
  app: AskGenerateAgainContext,
  client: ServiceClient,
  earlier: EarlierServer,
  document: AnalyzedDocument,
): Promise<CancellableResult<VersionDifference | undefined>> {
  const { name } = earlier.server;
  const title = l10n.t`Comparing the tools of ${name}`;
  return runCancellable(app.progress, title, async (_, signal) => {
    try {
      return await compareWithLatestVersion(app, client, earlier, document, signal);
    } catch (error) {
      if (isAbortError(error)) throw error;
      app.log.warning(`What a generation changes about the tools of ${name} is not known: ${readErrorMessage(error)}`);
      return undefined;
    }
  });
}

async function compareWithLatestVersion(
  app: AskGenerateAgainContext,
  client: ServiceClient,
  { server, choice: { include }, unchosen }: EarlierServer,
  { source }: AnalyzedDocument,
  signal: AbortSignal,
): Promise<VersionDifference | undefined> {
  const { artifactId, latestVersion: version } = server;
  if (!artifactId || !version) return undefined;
  const compared = { client, artifactId, version, include, unchosen, maxTools: app.settings().maxTools };
  const difference = await compareDocument(app, compared, async () => source, signal);
  if (!difference) return undefined;
  if (!difference.changes.some(isBreaking)) return { version, difference, next: undefined };
  // A later version that was not deployed has no callers yet, so changing it again needs no new number.
  const called = (await findLiveVersion(client, server)) ?? version;
  return { version, difference, next: findNextBreakingVersion(called, version) };
}
