import * as l10n from "@vscode/l10n";
import { listSkippingClients } from "../../../../skills/checkPortability.ts";
import { combineFixes } from "../../../../skills/lint/combineFixes.ts";
import { lintSkill } from "../../../../skills/lint/lintSkill.ts";
import { formatFirst } from "../../../../text/formatFirst.ts";
import { formatList } from "../../../../text/language/formatList.ts";
import { createLineIndex } from "../../../../text/position/lineIndex.ts";
import type { EditorServices } from "../../../base/editorServices.ts";
import type { SourceSkill } from "../../model/source/openedSource.ts";

/** Offers to put texts in quotes where a colon in them keeps agents from loading a skill. undefined: cancelled. */
export async function askAboutQuotes(
  { prompts }: Pick<EditorServices, "prompts">,
  title: string,
  skills: readonly SourceSkill[],
): Promise<readonly SourceSkill[] | undefined> {
  const quoted = new Map(skills.flatMap((skill) => quoteTexts(skill)));
  if (quoted.size === 0) return skills;
  const names = formatFirst([...quoted.keys()].map(({ name }) => name));
  const agents = new Set([...quoted.keys()].flatMap(({ files, name }) => listSkippingClients(files, name)));
  const answer = await prompts.pick({
    title,
    placeholder: l10n.t`${names}: not loaded by ${formatList([...agents])}, because a text of its front matter has a colon`,
    choices: [
      { label: l10n.t("Put the Text in Quotes"), icon: "quote", value: true },
      { label: l10n.t("Add It As It Is"), icon: "dash", value: false },
    ],
  });
  if (typeof answer !== "boolean") return undefined;
  return answer ? skills.map((skill) => quoted.get(skill) ?? skill) : skills;
}

function quoteTexts(skill: SourceSkill): readonly (readonly [SourceSkill, SourceSkill])[] {
  const problems = lintSkill(skill.files, skill.name).filter(({ code }) => code === "colon");
  const edits = combineFixes(problems);
  if (edits.length === 0) return [];
  const files = skill.files.map((file) => {
    if (file.path !== problems[0]?.path) return file;
    const text = Buffer.from(file.bytes).toString();
    const lines = createLineIndex(text);
    const sorted = edits.toSorted((one, other) => other.line - one.line || other.column - one.column);
    const edited = sorted.reduce((left, { line, column, endLine, endColumn, text: inserted }) => {
      return left.slice(0, lines.offset(line, column)) + inserted + left.slice(lines.offset(endLine, endColumn));
    }, text);
    return { ...file, bytes: Buffer.from(edited) };
  });
  return [[skill, { ...skill, files }]];
}
