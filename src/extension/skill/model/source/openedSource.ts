import * as l10n from "@vscode/l10n";
import { readSkill } from "../../../../skills/readSkill.ts";
import { findPathProblems } from "../../../../text/filePaths.ts";
import type { FileContent } from "../../../../text/files/fileContent.ts";
import { findFolderNameProblem, folderLimits, isIgnoredName } from "../../../../text/files/folderRules.ts";
import { toVisibleText } from "../../../../text/toVisibleText.ts";
import { type PluginParts, readPluginParts } from "./pluginParts.ts";
import { SkillSourceError } from "./skillSource.ts";

/** A skill that a source offers; its files are read when it is chosen. */
export interface OfferedSkill {
  readonly name: string;
  readonly description: string;
  /** Its folder in the source, empty for the source itself. */
  readonly folder: string;
  /** The digest that an index says. */
  readonly digest?: string;
  /** Reads its files, without those that are never installed. */
  read(signal: AbortSignal): Promise<SourceSkill>;
}

/** A skill with its files, before it is installed. */
export interface SourceSkill {
  readonly name: string;
  readonly folder: string;
  readonly files: readonly FileContent[];
  /** What was left out, a sentence each. */
  readonly omissions: readonly string[];
  /** The commit of a repository. */
  readonly commit?: string;
  /** The digest of an index. */
  readonly indexDigest?: string;
}

/** What a source offers now. */
export interface OpenedSource extends AsyncDisposable {
  readonly skills: readonly OfferedSkill[];
  /** Absent: a source of this kind has skills only. */
  readonly parts?: PluginParts;
}

/** A folder with a `SKILL.md`; folders within it are parts of it, but for the skills beside a skill that is the whole source. */
export function findSkillFolders(paths: readonly string[]): readonly string[] {
  const folders = paths
    .filter((path) => /(^|\/)SKILL\.md$/.test(path) && !path.split("/").some(isIgnoredName))
    .map((path) => path.slice(0, Math.max(path.lastIndexOf("/"), 0)))
    .toSorted((one, other) => one.length - other.length || (one < other ? -1 : 1));
  const outer: string[] = [];
  for (const folder of folders) {
    const isPart = (one: string) => isBelow(folder, one) && !(one === "" && /(^|\/)skills\/[^/]+$/.test(folder));
    if (!outer.some(isPart)) outer.push(folder);
  }
  return outer.toSorted();
}

/** The path within a skill's folder; undefined when it is outside, or in another one of the skills. */
export function pathWithin(path: string, folder: string, skills: readonly string[]): string | undefined {
  if (!isBelow(path, folder)) return undefined;
  const inner = skills.find((one) => one !== folder && isBelow(one, folder) && (path === one || isBelow(path, one)));
  if (inner !== undefined) return undefined;
  return folder === "" ? path : path.slice(folder.length + 1);
}

const isBelow = (path: string, folder: string) => folder === "" || path.startsWith(`${folder}/`);

/** The name and the description that a `SKILL.md` declares; the folder's name stands for a missing name. */
export function describeOffered(skillFile: Uint8Array, folder: string, otherwise: string) {
  const skill = readSkill([{ path: "SKILL.md", bytes: skillFile }]);
  const name = skill?.name ?? (folder === "" ? otherwise : folder.slice(folder.lastIndexOf("/") + 1));
  return { name, description: toVisibleText(skill?.description ?? "") };
}

/** Checks the files before they are shown, because their source may not be trusted. */
export function toSourceSkill(
  skill: Omit<SourceSkill, "omissions"> & { readonly omissions?: readonly string[] },
): SourceSkill {
  const { name, files } = skill;
  const badName = findFolderNameProblem(name);
  if (badName !== undefined)
    throw new SkillSourceError(l10n.t`"${toVisibleText(name)}" cannot be a folder's name. ${badName}`);
  const kept = files.filter(({ path }) => !path.split("/").some(isIgnoredName));
  const [bad] = findPathProblems(kept.map(({ path }) => path));
  if (bad)
    throw new SkillSourceError(
      l10n.t`${name} cannot be installed because of "${toVisibleText(bad.path)}". ${bad.message}`,
    );
  const size = kept.reduce((sum, { bytes }) => sum + bytes.length, 0);
  if (kept.length > folderLimits.files || size > folderLimits.bytes) throw createLargeSkillError(name);
  const left = files.length - kept.length;
  const ignored =
    left === 0 ? [] : [l10n.t`Left out: ${left} of version control, packages, environment files or settings of tools.`];
  return {
    ...skill,
    files: kept.toSorted((one, other) => (one.path < other.path ? -1 : 1)),
    omissions: [...(skill.omissions ?? []), ...ignored],
  };
}

export function createLargeSkillError(name: string): SkillSourceError {
  return new SkillSourceError(
    l10n.t`${name} has more than ${folderLimits.files} files or ${folderLimits.bytes / 2 ** 20} MiB, which is too much for a skill.`,
  );
}

/** The skills among files that are read already. */
export function openFiles(files: readonly FileContent[], name: string): OpenedSource {
  const folders = findSkillFolders(files.map(({ path }) => path));
  const skills = folders.map((folder): OfferedSkill => {
    const own = files.flatMap((file) => {
      const path = pathWithin(file.path, folder, folders);
      return path === undefined ? [] : [{ path, bytes: file.bytes }];
    });
    const main = own.find(({ path }) => path === "SKILL.md")?.bytes ?? new Uint8Array();
    const described = describeOffered(main, folder, name);
    return { ...described, folder, read: async () => toSourceSkill({ name: described.name, folder, files: own }) };
  });
  return { skills, parts: readPluginParts(files), [Symbol.asyncDispose]: async () => {} };
}
