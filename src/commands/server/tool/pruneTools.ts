import * as l10n from "@vscode/l10n";
import { promptBack } from "../../../core/foundation/ports.ts";
import { showMessage } from "../../../core/foundation/showMessage.ts";
import { readDocumentUse } from "../../../core/server/document/readDocumentUse.ts";
import { formatToolUse, isNeverUsed, type ToolUse } from "../../../core/server/mcp/toolUse.ts";
import { formatTokenCount } from "../../../core/server/operations/operationFilter.ts";
import { formatSimilar } from "../../../core/server/operations/operationRows.ts";
import type { OpenapiAnalysis } from "../../../generator/analyzeOpenapiDocument.ts";
import { readDocumentName } from "../../../text/documentName.ts";
import { joinTextParts } from "../../../text/joinTextParts.ts";
import { formatQuantity } from "../../../text/language/formatQuantity.ts";
import type { App, CommandHandler } from "../../app.ts";
import { type AnalyzeDocumentContext, analyzeDocument } from "../analyzeDocument.ts";
import { type ChooseDocumentContext, chooseDocument } from "../chooseDocument.ts";
import { getServerLinks } from "../getServerLinks.ts";
import { showEffect } from "./editTool.ts";
import { requireOverlayUri, writeToolEdits } from "./writeToolEdits.ts";

type PruneToolsContext = AnalyzeDocumentContext &
  ChooseDocumentContext &
  Pick<App, "connections" | "memory" | "prompts" | "run" | "versions">;

const title = l10n.t("Prune Tools");

/** Proposes tools that agents can do without, and disables the chosen ones in the overlay beside the document. */
export const pruneTools: CommandHandler<PruneToolsContext> = async (app, target) => {
  const chosen = await chooseDocument(app, target, false, title);
  if (!chosen) return;
  requireOverlayUri(chosen.uri);
  const document = await analyzeDocument(app, chosen);
  if (!document) return;
  const { operations } = document.analysis;
  const client = () => app.connections.quiet();
  const use = await readDocumentUse({ ...app, client, links: () => getServerLinks(app) }, document.uri);
  const proposals = listProposals(operations, use);
  const all = formatTokenCount(operations);
  if (proposals.length === 0) {
    const name = readDocumentName(chosen.uri);
    showMessage(
      app,
      "info",
      l10n.t`No tool of ${name} is deprecated or resembles another one. Together they cost ${all}.`,
    );
    return;
  }
  const picked = await app.prompts.pickMany({
    ...{ title, placeholder: l10n.t`Which tools do agents not need? All tools cost ${all}` },
    choices: proposals.map((proposal) => ({
      ...{ label: proposal.operation.id, value: proposal },
      description: joinTextParts(...proposal.reasons, l10n.t`saves ${formatTokenCount([proposal.operation])}`),
      detail: proposal.operation.filter,
    })),
    picked: ({ operation }) => operation.similar?.isDuplicate === true,
  });
  if (picked === undefined || picked === promptBack || picked.length === 0) return;
  const pruned = picked.map(({ operation }) => operation);
  const edits = pruned.map(({ pointer }) => ({ pointer, path: ["enabled"], value: false }));
  const { overlayName } = await writeToolEdits(app, document, title, edits);
  const count = formatQuantity(pruned.length, l10n.t("tool"), l10n.t("tools"));
  const saved = formatTokenCount(pruned);
  showEffect(app, document, l10n.t`${overlayName} disables ${count}, which saves ${saved}.`);
};

type Operation = OpenapiAnalysis["operations"][number];

interface Proposal {
  readonly operation: Operation;
  readonly reasons: readonly string[];
}

/** Duplicates first, then the most expensive tools. */
function listProposals(operations: readonly Operation[], use: ToolUse | undefined): Proposal[] {
  return operations
    .map((operation) => ({ operation, reasons: listReasons(operation, use) }))
    .filter(({ reasons }) => reasons.length > 0)
    .toSorted(({ operation: one }, { operation: other }) => rank(other) - rank(one) || other.tokens - one.tokens);
}

const rank = ({ similar }: Operation) => (similar?.isDuplicate ? 1 : 0);

function listReasons(operation: Operation, use: ToolUse | undefined): string[] {
  const unused = isNeverUsed(use, operation.filter) ? formatToolUse(use, operation.filter) : undefined;
  const reasons = [formatSimilar(operation), operation.deprecated ? l10n.t("deprecated") : undefined, unused];
  return reasons.filter((reason) => reason !== undefined);
}
