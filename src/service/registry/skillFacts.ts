import { pathProblems } from "../../contract/filePaths.ts";
import type { File } from "../../contract/files.ts";
import type { SkillProblem } from "../../contract/skills.ts";
import { isValid, lintSkill } from "../../skills/lint/lintSkill.ts";
import { readSkill } from "../../skills/readSkill.ts";
import type { Skill } from "../../skills/skill.ts";
import { ServiceProblem } from "../http/serviceProblem.ts";
import { checkFiles } from "./fileErrors.ts";
import { type Content, contentOf } from "./versionContent.ts";

/** What files say of the skill they are, and what is wrong with it. */
export interface SkillFacts {
  readonly name: string;
  readonly description: string;
  readonly skill: Skill;
  readonly content: Content;
  readonly valid: boolean;
  readonly problems: readonly SkillProblem[];
}

/** Throws where they cannot be kept, or nobody could tell what they are: other problems are the author's to see. */
export function skillFacts(files: readonly File[]): SkillFacts {
  checkFiles(files);
  const content = contentOf(files);
  const skill = readSkill(content.files);
  if (!skill) throw unusable('There is no "SKILL.md" among the files.');
  const { name, description } = skill;
  if (name === undefined) throw unusable('"SKILL.md" has no name in its front matter.');
  if (name.includes("/") || pathProblems([name]).length > 0)
    throw unusable(`The name ${JSON.stringify(name)} cannot be that of a folder.`);
  if (description === undefined) throw unusable('"SKILL.md" has no description in its front matter.');
  const found = lintSkill(content.files);
  const problems = found.map(({ path, line, column, severity, code, message }) => ({
    ...{ path, line, column, severity, code, message },
  }));
  return { name, description, skill, content, valid: isValid(found), problems };
}

function unusable(message: string): ServiceProblem {
  return new ServiceProblem("unusable", message, { errors: [{ path: "files", message }] });
}
