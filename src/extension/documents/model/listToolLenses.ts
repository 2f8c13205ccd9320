import * as l10n from "@vscode/l10n";
import { joinTextParts } from "../../../text/joinTextParts.ts";
import { readDocumentSource, type SourceReader } from "../../server/model/document/readDocumentSource.ts";
import type { DocumentAnalyzer } from "../../server/model/documentAnalyzer.ts";
import { formatTokenCount } from "../../server/model/operations/operationFilter.ts";
import { formatToolUse, type ToolUse } from "../../server/model/operations/toolUse.ts";
import { listEditableTools } from "../../server/model/overlay/editableTool.ts";
import type { CodeLensItem } from "./codeLenses.ts";

export interface ToolLensContext {
  readonly documents: SourceReader;
  readonly documentAnalyzer: DocumentAnalyzer;
  /** How often the operations of a document were called. */
  readonly readUse: (uri: string) => Promise<ToolUse | undefined>;
}

/** Reading a longer document at each pause of the user would take seconds. */
const longestText = 5_000_000;

/** Above each operation of an OpenAPI document, or above its path if that is a `$ref`: its tool, with the document's overlay, and what it costs an agent. */
export async function listToolLenses(
  { documents, documentAnalyzer, readUse }: ToolLensContext,
  { uri, text }: { readonly uri: string; readonly text: string },
  signal?: AbortSignal,
): Promise<readonly CodeLensItem[]> {
  const { source } = await readDocumentSource(documents, { uri, text });
  const characters = Object.values(source.parts ?? {}).reduce((sum, part) => sum + part.length, text.length);
  if (characters > longestText) return [];
  const tools = listEditableTools(await documentAnalyzer.read(source, signal));
  const pointers = ["/paths", ...tools.map(({ pointer }) => pointer)];
  const [paths, ...locations] = await documentAnalyzer.locate({ text }, pointers, signal);
  const use = await readUse(uri);
  const located = tools.map((tool, index) => ({ tool, at: locations[index] ?? { line: 0, column: 0 } }));
  // What is at `paths` itself is in another file, as its path is.
  const shown = located.filter(({ at }) => at.line !== paths?.line || at.column !== paths.column);
  return shown.map(({ tool, at }) => ({
    line: at.line + 1,
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
