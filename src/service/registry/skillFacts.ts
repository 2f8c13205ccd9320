import type { FileEntry } from "../../contract/files.ts";
import type { SkillProblem } from "../../contract/skills.ts";
import { isValidSkill, lintSkill } from "../../skills/lint/lintSkill.ts";
import { readSkill } from "../../skills/readSkill.ts";
import type { ParsedSkill } from "../../skills/skill.ts";
import { findPathProblems } from "../../text/filePaths.ts";
import { ServiceProblem } from "../http/serviceProblem.ts";
import { checkSubmittedFiles } from "./fileErrors.ts";
import { toVersionContent, type VersionContent } from "./versionContent.ts";

/** A parsed skill and its problems. */
export interface SkillFacts {
  readonly name: string;
  readonly description: string;
  readonly skill: ParsedSkill;
  readonly content: VersionContent;
  readonly valid: boolean;
  readonly problems: readonly SkillProblem[];
}

/** Throws if the files cannot be stored or are not a skill. Other problems are returned for the author. */
export function readSkillFacts(files: readonly FileEntry[]): SkillFacts {
  checkSubmittedFiles(files);
  const content = toVersionContent(files);
  const skill = readSkill(content.files);
  if (!skill) throw createUnusableProblem('There is no "SKILL.md" among the files.');
  const { name, description } = skill;
  if (name === undefined) throw createUnusableProblem('"SKILL.md" has no name in its front matter.');
  if (name.includes("/") || findPathProblems([name]).length > 0)
    throw createUnusableProblem(`The name ${JSON.stringify(name)} cannot be a folder name.`);
  if (description === undefined) throw createUnusableProblem('"SKILL.md" has no description in its front matter.');
  const lintProblems = lintSkill(content.files);
  const problems = lintProblems.map(({ path, line, column, severity, code, message }) => ({
    path,
    line,
    column,
    severity,
    code,
    message,
  }));
  return { name, description, skill, content, valid: isValidSkill(lintProblems), problems };
}

function createUnusableProblem(message: string): ServiceProblem {
  return new ServiceProblem("unusable", message, { errors: [{ path: "files", message }] });
}
