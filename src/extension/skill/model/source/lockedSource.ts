import { posix } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import * as z from "zod";
import { readSkill } from "../../../../skills/readSkill.ts";
import { shortenDigest } from "../../../../text/shortenDigest.ts";
import { toVisibleText } from "../../../../text/toVisibleText.ts";
import { computeContentDigest } from "../../../base/fileDigest.ts";
import { findFolderPath, folderPathUri } from "../../../base/folderPath.ts";
import type { FolderPath } from "../../../base/skillFolders.ts";
import type { LockedSource, SkillLockEntry } from "../skillsLock.ts";
import type { InstallableSkill } from "../skillVersion.ts";
import type { SkillOrigin } from "../writeSkillCopy.ts";
import type { SourceSkill } from "./openedSource.ts";
import { createGitSource, readGithubName, type SkillSource } from "./skillSource.ts";

const text = z.string().optional().catch(undefined);
const entrySchema = z.object({ source: text, sourceType: text, sourceUrl: text, ref: text, skillPath: text });

/** The fields of an entry in the lock file. */
export function toLockedSource(source: SkillSource, skill: SourceSkill, lock: FolderPath): LockedSource {
  const { url } = source;
  switch (source.kind) {
    case "git": {
      const github = readGithubName(url);
      const skillPath = skill.folder === "" ? "SKILL.md" : `${skill.folder}/SKILL.md`;
      return {
        ...(github ? { source: github, sourceType: "github" } : { source: url, sourceUrl: url, sourceType: "git" }),
        ...(source.ref !== undefined && { ref: source.ref }),
        skillPath,
      };
    }
    case "index": {
      const digest = skill.indexDigest === undefined ? {} : { wellKnownDigest: skill.indexDigest };
      return {
        source: new URL(url).hostname.replace(/^www\./, ""),
        sourceUrl: url,
        sourceType: "well-known",
        ...digest,
      };
    }
    case "mcp":
      return { source: url, sourceUrl: url, sourceType: "mcp", skillPath: source.uri };
    case "zip":
      return { source: url, sourceUrl: url, sourceType: "download", skillPath: skill.folder };
    case "folder":
      return { source: formatLocalSource(url, lock, skill.folder), sourceType: "local" };
  }
}

/** Relative to the lock file where that is possible, because others have the workspace elsewhere. */
function formatLocalSource(url: string, lock: FolderPath, below: string): string {
  const uri = folderPathUri({ root: url, path: below });
  const found = findFolderPath(uri, [folderPathUri(lock)]);
  return found ? `./${found.path}` : fileURLToPath(uri);
}

/** The source of an entry, and the skill's folder in it; undefined when it cannot be read again. */
export function readLockedSource(
  entry: SkillLockEntry,
  name: string,
  lock: FolderPath,
): { readonly source: SkillSource; readonly folder: string } | undefined {
  const { source = "", sourceType, sourceUrl, ref, skillPath } = entrySchema.parse(entry);
  const folder = posix.dirname(skillPath ?? "SKILL.md").replace(/^\.$/, "");
  switch (sourceType) {
    case "github":
    case "gitlab":
    case "git": {
      const address = sourceUrl ?? (/^[\w.-]+\/[\w.-]+$/.test(source) ? `https://github.com/${source}.git` : source);
      return isSafeAddress(address) ? { source: createGitSource(address, ref), folder } : undefined;
    }
    case "well-known":
      return sourceUrl !== undefined && isWebAddress(sourceUrl)
        ? { source: { kind: "index", url: sourceUrl }, folder: name }
        : undefined;
    case "download":
      return isWebAddress(source) || isOwnFile(source)
        ? { source: { kind: "zip", url: source }, folder: skillPath ?? "" }
        : undefined;
    case "mcp":
      return isWebAddress(source) && skillPath !== undefined
        ? { source: { kind: "mcp", url: source, uri: skillPath }, folder: "" }
        : undefined;
    case "local": {
      const url = localUri(source, lock);
      return source === "" || (url.startsWith("file:") && !isOwnFile(url))
        ? undefined
        : { source: { kind: "folder", url }, folder: "" };
    }
    default:
      return undefined;
  }
}

/** Whether an entry names the source of another one. */
export function isSameSource(entry: SkillLockEntry, locked: LockedSource): boolean {
  const { source, sourceType, sourceUrl, skillPath } = entrySchema.parse(entry);
  const isSameSkill = sourceType !== "mcp" || skillPath === locked.skillPath;
  return source === locked.source && sourceType === locked.sourceType && sourceUrl === locked.sourceUrl && isSameSkill;
}

const isWebAddress = (text: string) => /^https?:\/\/[^@\s]+$/.test(text);

/** A lock file comes with the workspace: an address of it must not start a program, and hold no credentials. */
const isSafeAddress = (text: string) =>
  isWebAddress(text) ||
  (isOwnFile(text) && !/\s/.test(text)) ||
  /^(ssh:\/\/|[\w.-]+@[\w.-]+:)[^\s:-][^\s:]*$/.test(text);

/** Windows logs in at the machine that a URL of a file names, also after more slashes. */
const isOwnFile = (text: string) => /^file:\/\/\/[^/\\]/.test(text);

function localUri(source: string, lock: FolderPath): string {
  return source.startsWith(".")
    ? new URL(`${source}/`, `${folderPathUri(lock)}/`).href.replace(/\/$/, "")
    : pathToFileURL(source).href;
}

/** Its version is the commit, or the version that it declares, or its digest. */
export function toInstallableSkill(skill: SourceSkill): InstallableSkill {
  const { name, files, commit } = skill;
  const digest = computeContentDigest(files);
  const declared = readSkill(files)?.metadata.version;
  const named = typeof declared === "string" ? toVisibleText(declared).slice(0, 40) : undefined;
  return { name, files, digest, version: commit?.slice(0, 7) ?? named ?? shortenDigest(digest) };
}

export function createSourceOrigin(source: SkillSource, skill: SourceSkill): SkillOrigin {
  return { kind: "source", lockedIn: (lock) => toLockedSource(source, skill, lock), commit: skill.commit };
}
