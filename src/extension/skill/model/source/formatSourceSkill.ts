import * as l10n from "@vscode/l10n";
import { checkPortability } from "../../../../skills/checkPortability.ts";
import { lintSkill } from "../../../../skills/lint/lintSkill.ts";
import { readSkill } from "../../../../skills/readSkill.ts";
import { formatByteSize } from "../../../../text/formatByteSize.ts";
import { joinTextParts } from "../../../../text/joinTextParts.ts";
import { escapeMarkdown } from "../../../../text/markdown/escapeMarkdown.ts";
import { formatMarkdownTable } from "../../../../text/markdown/formatMarkdownTable.ts";
import { toVisibleText } from "../../../../text/toVisibleText.ts";
import { findFileWarning } from "../findFileWarning.ts";
import { formatPortabilitySummary } from "../formatPortability.ts";
import { formatFileCount, formatSkillProblem } from "../formatSkill.ts";
import type { SourceSkill } from "./openedSource.ts";

const mostProblems = 30;
const scriptName =
  /(^|\/)scripts\/|\.(?:sh|bash|zsh|fish|ps1|bat|cmd|py|rb|pl|php|[cm]?[jt]s|lua|exe|dll|so|dylib|jar|wasm)$/i;

/** Files that an agent can run. */
export function listScripts({ files }: Pick<SourceSkill, "files">): readonly string[] {
  const isScript = ({ path, bytes }: SourceSkill["files"][number]) =>
    scriptName.test(path) || (bytes[0] === 0x23 && bytes[1] === 0x21);
  return files.filter(isScript).map(({ path }) => path);
}

/** `valid · 4 files · 12 KB · 2 scripts`. */
export function summarizeSourceSkill(skill: SourceSkill): string {
  const problems = lintSkill(skill.files, skill.name);
  const scripts = listScripts(skill).length;
  return joinTextParts(
    problems.length === 0 ? l10n.t("valid") : formatSkillProblem(problems),
    formatFileCount(skill.files.length),
    formatByteSize(sizeOf(skill)),
    scripts === 0 ? l10n.t("no scripts") : scripts === 1 ? l10n.t("1 script") : l10n.t`${scripts} scripts`,
  );
}

/** What skills hold, as Markdown, before they are written. Their texts are shown as text. */
export function formatSourcePreview(address: string, skills: readonly SourceSkill[]): string {
  const [commit, ...others] = new Set(skills.map((skill) => skill.commit));
  const from = commit === undefined || others.length > 0 ? address : `${address} (${commit.slice(0, 12)})`;
  return [
    l10n.t`# Skills from ${escapeMarkdown(from)}`,
    "",
    l10n.t("Nothing is written until you choose the agents."),
    "",
    ...skills.flatMap(formatOne),
  ].join("\n");
}

function formatOne(skill: SourceSkill): readonly string[] {
  const { name, files, omissions } = skill;
  const problems = lintSkill(files, name);
  const hidden = problems.filter(({ code }) => code === "invisible-character");
  const clients = checkPortability(files, name);
  const weak = clients.filter(({ verdict }) => verdict !== "loads");
  const facts = [
    [l10n.t("Description"), toVisibleText(readSkill(files)?.description ?? l10n.t("none"))],
    [l10n.t("Contains"), `${formatFileCount(files.length)}, ${formatByteSize(sizeOf(skill))}`],
    [l10n.t("Validity"), problems.length === 0 ? l10n.t("valid") : formatSkillProblem(problems)],
    [l10n.t("Portability"), formatPortabilitySummary(clients)],
    ...weak.map((client) => [client.name, client.reasons.join(" ")]),
    [l10n.t("Allowed tools"), readSkill(files)?.allowedTools.join(", ") || l10n.t("none")],
    [l10n.t("Scripts"), listScripts(skill).join(", ") || l10n.t("none")],
    [l10n.t("Hidden characters"), hidden.length === 0 ? l10n.t("none") : hidden.map(({ path }) => path).join(", ")],
    ...omissions.map((text) => [l10n.t("Left out"), text]),
  ].map((row) => row.map(toVisibleText));
  const rows = files.map((file) => [file.path, formatByteSize(file.bytes.length), findFileWarning(file) ?? ""]);
  return [
    `## ${escapeMarkdown(toVisibleText(name))}`,
    "",
    ...formatMarkdownTable([l10n.t("Fact"), l10n.t("Value")], facts),
    ...formatMarkdownTable([l10n.t("File"), l10n.t("Size"), l10n.t("Look at it, because")], rows),
    ...problems
      .slice(0, mostProblems)
      .map(({ path, line, message }) => `- ${escapeMarkdown(`${path ?? ""}:${line ?? ""} ${message ?? ""}`)}`),
    "",
  ];
}

const sizeOf = ({ files }: SourceSkill) => files.reduce((sum, { bytes }) => sum + bytes.length, 0);
