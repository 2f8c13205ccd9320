import * as l10n from "@vscode/l10n";
import { joinTextParts } from "../../../text/joinTextParts.ts";
import type { EditorDocuments } from "../../base/ports.ts";
import type { DocumentAnalyzer } from "../../server/model/documentAnalyzer.ts";
import { formatTokenCount } from "../../server/model/operations/operationFilter.ts";
import { formatToolUse, type ToolUse } from "../../server/model/operations/toolUse.ts";
import { listEditableTools } from "../../server/model/overlay/editableTool.ts";
import { findOverlay } from "../../server/model/overlay/findOverlay.ts";
import type { CodeLensItem } from "./codeLenses.ts";

export interface ToolLensContext {
  readonly documents: Pick<EditorDocuments, "read" | "readFile">;
  readonly documentAnalyzer: DocumentAnalyzer;
  /** How often the operations of a document were called. */
  readonly readUse: (uri: string) => Promise<ToolUse | undefined>;
}

/** Reading a longer document at each pause of the user would take seconds. */
const longestText = 5_000_000;

/** Above each operation of an OpenAPI document: its tool, with the document's overlay, and what it costs an agent. */
export async function listToolLenses(
  { documents, documentAnalyzer, readUse }: ToolLensContext,
  { uri, text }: { readonly uri: string; readonly text: string },
  signal?: AbortSignal,
): Promise<readonly CodeLensItem[]> {
  if (text.length > longestText) return [];
  const overlay = await findOverlay(documents, uri);
  const tools = listEditableTools(await documentAnalyzer.read({ text, overlay: overlay?.text }, signal));
  const locations = await documentAnalyzer.locate(
    { text },
    tools.map(({ pointer }) => pointer),
    signal,
  );
  const use = await readUse(uri);
  return tools.map((tool, index) => ({
    line: (locations[index]?.line ?? 0) + 1,
    title: tool.isEnabled
      ? joinTextParts(
          tool.name,
          formatTokenCount([tool]),
          formatToolUse(use, tool.filter),
          tool.extension.pinned ? l10n.t("pinned") : undefined,
        )
      : l10n.t("No tool: disabled"),
    command: "fairlead.tool.edit",
    caseId: tool.filter,
  }));
}
