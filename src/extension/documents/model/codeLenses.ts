import * as l10n from "@vscode/l10n";
import type { ClientPortability } from "../../../skills/skill.ts";
import type { ServerCase } from "../../../testcases/readServerCases.ts";
import type { SkillCase } from "../../../testcases/skillCase.ts";
import { readConsolePath } from "../../base/uris/virtualUris.ts";
import type { ConsoleDocuments } from "../../console/model/consoleDocuments.ts";
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
