import * as l10n from "@vscode/l10n";
import type { ClientPortability } from "../../../skills/skill.ts";
import type { ServerCase } from "../../../testcases/readServerCases.ts";
import type { SkillCase } from "../../../testcases/skillCase.ts";
import { joinTextParts } from "../../../text/joinTextParts.ts";
import { readConsolePath } from "../../base/uris/virtualUris.ts";
import type { ConsoleDocuments } from "../../console/model/consoleDocuments.ts";
import { readDocumentSource, type SourceReader } from "../../server/model/document/readDocumentSource.ts";
import type { DocumentAnalyzer } from "../../server/model/documentAnalyzer.ts";
import { formatTokenCount } from "../../server/model/operations/operationFilter.ts";
import { formatToolUse, type ToolUse } from "../../server/model/operations/toolUse.ts";
import { listEditableTools } from "../../server/model/overlay/editableTool.ts";
import { formatPortabilitySummary } from "../../skill/model/formatPortability.ts";

/** A command shown above a line of a file, with the file as its argument. */
export interface CodeLensItem {
  /** One-based. */
  readonly line: number;
  readonly title: string;
  readonly command: string;
  /** The case or group that the command runs. */
  readonly caseId?: string;
}

/** Above the front matter of a `SKILL.md`. */
export function listSkillLenses(clients: readonly ClientPortability[]): readonly CodeLensItem[] {
  return [
    { line: 1, title: l10n.t("Run Tests"), command: "fairlead.skill.test" },
    { line: 1, title: l10n.t("Publish"), command: "fairlead.skill.publish" },
    { line: 1, title: l10n.t("Install"), command: "fairlead.skill.install" },
    { line: 1, title: formatPortabilitySummary(clients), command: "fairlead.skill.portability" },
  ];
}

/** In a skill's file of cases, by its path in the skill's folder. */
export function listSkillCaseLenses(cases: readonly SkillCase[], path: string): readonly CodeLensItem[] {
  return lensesOf(
    cases.flatMap(({ id, location }) =>
      location?.path === path && id.includes(":") ? [{ id, line: location.line }] : [],
    ),
  );
}

/** In a server's case file. */
export function listServerCaseLenses(cases: readonly ServerCase[]): readonly CodeLensItem[] {
  return lensesOf(cases);
}

function lensesOf(cases: readonly { readonly id: string; readonly line: number }[]): readonly CodeLensItem[] {
  const command = "fairlead.test.runCase";
  const groups = [...new Set(cases.map(({ id }) => id.slice(0, id.indexOf(":"))))];
  return [
    ...groups.map((caseId) => ({ line: 1, title: l10n.t("Run All"), command, caseId })),
    ...cases.map(({ id, line }) => ({ line, title: l10n.t("Run"), command, caseId: id })),
  ];
}

/** The code lenses of an operation's input or response, by its path. */
export function listConsoleLenses(
  { readResponse }: Pick<ConsoleDocuments, "readResponse">,
  path: string,
): readonly CodeLensItem[] {
  const documentId = readConsolePath(path);
  if (!documentId) return [];
  const hasResponse = readResponse(documentId.name) !== undefined;
  const run = { line: 1, title: hasResponse ? l10n.t("Run Again") : l10n.t("Run"), command: "fairlead.operation.send" };
  const show = { line: 1, title: l10n.t("Show Answer"), command: "fairlead.operation.showAnswer" };
  return hasResponse && documentId.kind === "input" ? [run, show] : [run];
}

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
