import type { FileEntry } from "../../contract/files.ts";
import type { SkillProblem } from "../../contract/skills.ts";
import { isValidSkill, lintSkill } from "../../skills/lint/lintSkill.ts";
import { readSkill } from "../../skills/readSkill.ts";
import type { ParsedSkill } from "../../skills/skill.ts";
import { findPathProblems } from "../../text/filePaths.ts";
import { ServiceProblem } from "../http/serviceProblem.ts";
import { checkSubmittedFiles } from "./fileErrors.ts";
import { toVersionContent, type VersionContent } from "./versionContent.ts";

/** What files say of the skill they are, and what is wrong with it. */
export interface SkillFacts {
  readonly name: string;
  readonly description: string;
  readonly skill: ParsedSkill;
  readonly content: VersionContent;
  readonly valid: boolean;
  readonly problems: readonly SkillProblem[];
}

/** Throws where they cannot be kept, or nobody could tell what they are: other problems are the author's to see. */
export function readSkillFacts(files: readonly FileEntry[]): SkillFacts {
  checkSubmittedFiles(files);
  const content = toVersionContent(files);
  const skill = readSkill(content.files);
  if (!skill) throw unusable('There is no "SKILL.md" among the files.');
  const { name, description } = skill;
  if (name === undefined) throw unusable('"SKILL.md" has no name in its front matter.');
  if (name.includes("/") || findPathProblems([name]).length > 0)
    throw unusable(`The name ${JSON.stringify(name)} cannot be that of a folder.`);
  if (description === undefined) throw unusable('"SKILL.md" has no description in its front matter.');
  const found = lintSkill(content.files);
  const problems = found.map(({ path, line, column, severity, code, message }) => ({
    ...{ path, line, column, severity, code, message },
  }));
  return { name, description, skill, content, valid: isValidSkill(found), problems };
}

function unusable(message: string): ServiceProblem {
  return new ServiceProblem("unusable", message, { errors: [{ path: "files", message }] });
}
