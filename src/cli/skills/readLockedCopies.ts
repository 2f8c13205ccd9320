import type { ServiceClient } from "../../client/client.ts";
import { formatFolderLabel, joinFolderPath } from "../../extension/base/folderPath.ts";
import type { FolderPath, SkillFolders } from "../../extension/base/skillFolders.ts";
import { type CodeFile, createVersionFiles } from "../../extension/registry/model/versionFiles.ts";
import { openGitRepository } from "../../extension/skill/model/disk/openGitRepository.ts";
import { readLockCopies, readLockFile } from "../../extension/skill/model/skillCopies.ts";
import { fairleadSourceType, type LockedCopy, type SkillLockEntry } from "../../extension/skill/model/skillsLock.ts";
import { fetchSkillVersion } from "../../extension/skill/model/skillVersion.ts";
import { createFetchSourceBytes } from "../../extension/skill/model/source/fetchSourceBytes.ts";
import { readLockedSource } from "../../extension/skill/model/source/lockedSource.ts";
import type { SourceAccess } from "../../extension/skill/model/source/openSkillSource.ts";
import { readLockedSkill } from "../../extension/skill/model/source/readLockedSkills.ts";
import { toToolFolderName } from "../../extension/skill/model/toolHashes.ts";
import { UsageError } from "../command.ts";

/** A copy of a skill that a lock file records. */
export interface LockedCopyState {
  readonly name: string;
  readonly label: string;
  readonly folder: FolderPath;
  readonly kind: "same" | "missing" | "changed";
  /** Where its files are; absent for a copy of a service. */
  readonly entry: SkillLockEntry;
  readonly record: LockedCopy | undefined;
}

/** The folder that most agents read, for a skill whose lock file names none. */
const commonFolder = ".agents/skills";

/** The copies that the lock file of a folder records. */
export async function readLockedCopies(folders: SkillFolders, lock: FolderPath): Promise<readonly LockedCopyState[]> {
  const { skills } = await readLockFile(folders, lock);
  const copies = await readLockCopies(folders, { scope: "workspace", lock });
  const known = copies.map(({ name, folder, entry, record, state }): LockedCopyState => {
    const label = formatFolderLabel({ folder, scope: "workspace" });
    return { name, folder, entry, record, kind: state.kind, label };
  });
  const absent = Object.entries(skills).flatMap(([name, entry]): readonly LockedCopyState[] => {
    if (entry.sourceType === fairleadSourceType || known.some((one) => one.name === name)) return [];
    const label = `${commonFolder}/${toToolFolderName(name)}`;
    return [{ name, entry, label, folder: joinFolderPath(lock, label), kind: "missing", record: undefined }];
  });
  return [...known, ...absent];
}

interface LockedFilesContext {
  readonly folders: SkillFolders;
  readonly lock: FolderPath;
  /** The service of copies from one, and its URL. */
  readonly service: { readonly client: ServiceClient; readonly url: string } | undefined;
  readonly signal: AbortSignal;
}

/** Reads the files of a copy as the lock file records them. Throws where there are others now, or none. */
export async function readLockedFiles(
  { name, entry, record }: LockedCopyState,
  { folders, lock, service, signal }: LockedFilesContext,
): Promise<readonly CodeFile[]> {
  if (record?.service !== undefined) return readFromService(name, record, service, signal);
  const located = readLockedSource(entry, name, lock);
  if (!located || located.source.kind === "mcp")
    throw new UsageError(
      `${name} can be restored in the editor only: the lock file names no source that is read here.`,
    );
  return (await readLockedSkill(createAccess(folders), { name, entry, ...located }, signal)).files;
}

async function readFromService(
  name: string,
  { service: recorded = "", skillId = "", artifactId, version, digest }: LockedCopy,
  service: LockedFilesContext["service"],
  signal: AbortSignal,
): Promise<readonly CodeFile[]> {
  const isOther = recorded !== "local" && recorded.replace(/\/+$/, "") !== service?.url.replace(/\/+$/, "");
  if (!service || isOther || artifactId === undefined)
    throw new UsageError(
      `${name} is from ${recorded}. Set FAIRLEAD_URL to that service, and FAIRLEAD_KEY to a key of it.`,
    );
  const wanted = { skillId, name, artifactId, version, digest };
  return (await fetchSkillVersion(createVersionFiles(), service.client, wanted, signal)).files;
}

/** Sources are read as in the editor, without what it remembers and without its connections to MCP servers. */
function createAccess(folders: SkillFolders): SourceAccess {
  const at = (root: string) => ({ root, path: "" });
  const refuse = () => Promise.reject(new UsageError("MCP servers are read in the editor only."));
  return {
    openGitRepository,
    fetchSourceBytes: createFetchSourceBytes("Fairlead"),
    documents: {
      isFolder: (uri) => folders.isFolder(at(uri)),
      readFile: (uri) => folders.readFile(at(uri)),
      readFolder: async (uri) => (await folders.read(at(uri))) ?? [],
    },
    memory: { read: () => undefined, write: async () => {} },
    mcp: { findKey: refuse, use: refuse },
  };
}
