import * as l10n from "@vscode/l10n";
import { formatQuantity } from "../../text/language/formatQuantity.ts";
import { escapeMarkdown } from "../../text/markdown/escapeMarkdown.ts";
import { isAbortError, readErrorMessage } from "../foundation/failure.ts";
import type { CopyEnds, CopyJobResult, ProjectResult } from "./copyJob.ts";
import {
  formatLeft,
  formatProjectName,
  formatRefused,
  formatSection,
  kindHead,
  nameCells,
  nameHead,
} from "./formatCopyPlan.ts";
import type { ItemResult } from "./runCopy.ts";

/** The report as Markdown: what happened to each item, and what is left to do. */
export function formatCopyReport(ends: CopyEnds, result: CopyJobResult): string {
  const results = result.projects.flatMap(({ results: all }) => all);
  const plans = results.map(({ plan }) => plan);
  return [
    `# ${escapeMarkdown(l10n.t`Copy to ${ends.target.name}: Report`)}`,
    "",
    escapeMarkdown(summarizeCopy(ends, result)),
    "",
    ...result.projects.flatMap(formatProject),
    ...formatLeft(
      ends,
      plans,
      results.filter(isThere).map(({ plan }) => plan),
    ),
  ].join("\n");
}

const isThere = ({ id, kind }: ItemResult) => id !== undefined && kind !== "refused";

/** One sentence or two: what was made, and why it ended early. */
export function summarizeCopy({ target }: CopyEnds, { projects, interruption }: CopyJobResult): string {
  const results = projects.flatMap((project) => project.results);
  const made = results.reduce((sum, { versions }) => sum + versions.length, 0);
  const versions = formatQuantity(made, l10n.t("version"), l10n.t("versions"));
  const count = (kind: ItemResult["kind"]) => results.filter((one) => one.kind === kind).length;
  const [failed, refused, open] = [count("failed"), count("refused"), count("notReached")];
  const unequal = results.filter(({ isEqual }) => isEqual === false).length;
  return [
    l10n.t`Made ${versions} at ${target.name}.`,
    ...(failed > 0 ? [l10n.t`Failed: ${failed}.`] : []),
    ...(refused > 0 ? [l10n.t`Not copied: ${refused}.`] : []),
    ...(unequal > 0 ? [l10n.t`Not equal at the end: ${unequal}.`] : []),
    ...(interruption === undefined ? [] : [describeInterruption(interruption, open)]),
  ].join(" ");
}

function describeInterruption(interruption: unknown, open: number): string {
  return isAbortError(interruption)
    ? l10n.t`It was cancelled with ${open} to go. Copy again to go on: what is there is not made twice.`
    : l10n.t`It ended early with ${open} to go: ${readErrorMessage(interruption)} Copy again to go on: what is there is not made twice.`;
}

function formatProject({ project, results, missing }: ProjectResult): readonly string[] {
  const tried = results.filter(({ kind }) => kind !== "refused");
  const problems = results.flatMap(({ plan, problem }) =>
    problem === undefined ? [] : [[...nameCells(plan), problem]],
  );
  return [
    `## ${escapeMarkdown(formatProjectName(project))}`,
    "",
    ...missing.flatMap((reason) => [escapeMarkdown(l10n.t`Not copied: ${reason}`), ""]),
    ...formatSection(
      l10n.t("Items"),
      [nameHead, kindHead, l10n.t("Result"), l10n.t("Versions Made"), l10n.t("Compared by Digest")],
      tried.map((one) => [...nameCells(one.plan), kindTexts[one.kind], one.versions.join(", "), formatComparison(one)]),
    ),
    ...formatSection(l10n.t("Failures"), [nameHead, kindHead, l10n.t("Why")], problems),
    ...formatRefused(results.map(({ plan }) => plan)),
  ];
}

const kindTexts = {
  copied: l10n.t("copied"),
  present: l10n.t("was there already"),
  refused: l10n.t("not copied"),
  failed: l10n.t("failed"),
  notReached: l10n.t("to go"),
} satisfies Record<ItemResult["kind"], string>;

function formatComparison({ isEqual, kind }: ItemResult): string {
  if (isEqual === true) return l10n.t("equal");
  if (isEqual === false) return l10n.t("not equal: compare the versions there");
  return kind === "copied" ? l10n.t("the service does not show its versions") : "";
}
