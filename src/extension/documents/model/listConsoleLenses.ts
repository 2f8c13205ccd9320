import * as l10n from "@vscode/l10n";
import { readConsolePath } from "../../base/uris/consoleUris.ts";
import type { ConsoleDocuments } from "../../console/model/consoleDocuments.ts";
import type { CodeLensItem } from "./codeLenses.ts";

/** The code lenses of an operation's input or response, by its path. */
export function listConsoleLenses(documents: Pick<ConsoleDocuments, "state">, path: string): readonly CodeLensItem[] {
  const documentId = readConsolePath(path);
  if (!documentId) return [];
  const { hasResponse, isTruncated } = documents.state(documentId.name);
  const lens = (title: string, command: string): CodeLensItem => ({
    line: 1,
    title,
    command: `fairlead.operation.${command}`,
  });
  const run = lens(hasResponse ? l10n.t("Run Again") : l10n.t("Run"), "send");
  if (documentId.kind === "answer") return isTruncated ? [run, lens(l10n.t("Show Whole Answer"), "showWhole")] : [run];
  return hasResponse ? [run, lens(l10n.t("Show Answer"), "showAnswer")] : [run];
}
