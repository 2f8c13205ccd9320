import type { Skill } from "@modelcontextprotocol/server/ext/skills";
import { decodeFileBytes, type FileEntry } from "../../contract/files.ts";
import type { SourceProblem } from "../../contract/servers.ts";
import type { AttachedSkill } from "../../contract/skills.ts";
import { lintSkill } from "../../skills/lint/lintSkill.ts";
import { findFileErrors } from "../registry/versionContent.ts";
import { UnusableSourceError } from "./generatedVersion.ts";

/** The folder of a version that holds its skills, which its runtime serves. */
export const skillsFolder = "skills/";

/** The files of skills after these changes. */
export function changeSkillFiles(files: readonly FileEntry[], changes: readonly AttachedSkill[]): FileEntry[] {
  const bad = changes.find(({ files: own }) => own.length > 0 && !own.some(({ path }) => path === "SKILL.md"));
  if (bad) throw createUnusableSkillsError([createProblem("error", `${skillsFolder}${bad.name}/ has no SKILL.md.`)]);
  const folders = changes.map(({ name }) => `${skillsFolder}${name}/`);
  return [
    ...files.filter(({ path }) => !folders.some((folder) => path.startsWith(folder))),
    ...changes.flatMap(({ name, files: own }) =>
      own.map((file) => ({ ...file, path: `${skillsFolder}${name}/${file.path}` })),
    ),
  ];
}

interface VersionSkills {
  readonly names: string[];
  /** What the reference validator rejects, although clients load it. */
  readonly problems: SourceProblem[];
}

/** Reads the skills among the files of a version. Throws `UnusableSourceError` if one of them cannot be served. */
export async function readVersionSkills(files: readonly FileEntry[]): Promise<VersionSkills> {
  const own = files.filter(({ path }) => path.startsWith(skillsFolder));
  if (own.length === 0) return { names: [], problems: [] };
  // Loaded for versions with skills only, because it makes the service's start a fifth longer.
  const extension = await import("@modelcontextprotocol/server/ext/skills");
  const errors = findFileErrors(files, "files").map(({ message }) => createProblem("error", message));
  const entries = errors.length > 0 ? [] : await loadSkills(extension, own, errors);
  errors.push(...entries.flatMap((entry) => findLimitProblems(entry, extension.SKILL_LIMITS)));
  if (errors.length > 0) throw createUnusableSkillsError(errors);
  return {
    names: entries.map(({ frontmatter }) => frontmatter.name),
    problems: entries.flatMap((entry) => lintEntry(entry, own)),
  };
}

async function loadSkills(
  { memorySkillFiles, SkillCatalogError, SkillsExtension }: typeof import("@modelcontextprotocol/server/ext/skills"),
  own: readonly FileEntry[],
  errors: SourceProblem[],
): Promise<readonly Skill[]> {
  const contents = own.map((file) => [file.path.slice(skillsFolder.length), decodeFileBytes(file) ?? ""] as const);
  const limits = { files: Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY };
  try {
    const files = memorySkillFiles(Object.fromEntries(contents));
    const catalog = await SkillsExtension.load(files, { strict: true, limits, onWarning: () => undefined });
    return catalog.entries;
  } catch (error) {
    if (!(error instanceof SkillCatalogError)) throw error;
    for (const { path, message } of error.problems)
      errors.push(createProblem("error", `${skillsFolder}${path}: ${message.replace(" (skill skipped)", "")}.`));
    return [];
  }
}

/** Clients need not accept a larger skill. */
function findLimitProblems(skill: Skill, most: { readonly files: number; readonly bytes: number }): SourceProblem[] {
  const { resources } = skill;
  if (resources === "dynamic") return [];
  const bytes = resources.reduce((sum, { size }) => sum + size, 0);
  if (resources.length <= most.files && bytes <= most.bytes) return [];
  const size = `${resources.length} files with ${bytes} bytes`;
  const message = `${readFolder(skill)} has ${size}; a skill may have ${most.files} files with ${most.bytes} bytes.`;
  return [createProblem("error", message)];
}

function lintEntry(skill: Skill, own: readonly FileEntry[]): SourceProblem[] {
  const folder = readFolder(skill);
  const files = own
    .filter(({ path }) => path.startsWith(folder))
    .map((file) => ({ path: file.path.slice(folder.length), bytes: decodeFileBytes(file) ?? new Uint8Array() }));
  return lintSkill(files, skill.frontmatter.name)
    .filter(({ severity }) => severity === "error")
    .map(({ path, line, message }) => createProblem("warning", `${folder}${path}:${line + 1}: ${message}`));
}

const readFolder = ({ uri }: Skill) =>
  skillsFolder + decodeURIComponent(uri.slice("skill://".length, -"SKILL.md".length));

const createProblem = (severity: SourceProblem["severity"], message: string): SourceProblem => {
  return { severity, code: "skill", message, pointer: "" };
};

function createUnusableSkillsError(problems: readonly SourceProblem[]): UnusableSourceError {
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : "";
  return new UnusableSourceError(`A skill cannot be served: ${problems[0]?.message}${more}`, problems);
}
