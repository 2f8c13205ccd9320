import { pathToFileURL } from "node:url";
import * as z from "zod";
import type { ServiceClient } from "../../client/client.ts";
import { formatFolderLabel, joinFolderPath } from "../../extension/base/folderPath.ts";
import type { FolderPath, SkillFolders } from "../../extension/base/skillFolders.ts";
import { createVersionFiles } from "../../extension/registry/model/versionFiles.ts";
import { openGitRepository } from "../../extension/skill/model/disk/openGitRepository.ts";
import { readLockCopies, readLockFile } from "../../extension/skill/model/skillCopies.ts";
import {
  fairleadSourceType,
  type LockedCopy,
  lockFileName,
  type SkillLockEntry,
} from "../../extension/skill/model/skillsLock.ts";
import { fetchSkillVersion } from "../../extension/skill/model/skillVersion.ts";
import { createFetchSourceBytes } from "../../extension/skill/model/source/fetchSourceBytes.ts";
import { readLockedSource } from "../../extension/skill/model/source/lockedSource.ts";
import type { SourceAccess } from "../../extension/skill/model/source/openSkillSource.ts";
import { readLockedSkill } from "../../extension/skill/model/source/readLockedSkills.ts";
import { toToolFolderName } from "../../extension/skill/model/toolHashes.ts";
import type { FileContent } from "../../text/files/fileContent.ts";
import { type CommandContext, defineCommand, UsageError } from "../command.ts";
import { type Check, formatCheckJson, formatReportLines, isFailedCheck } from "../report/checkReport.ts";
import { reportShape } from "../report/writeReport.ts";
import { withService } from "../service/withClient.ts";
import { openSkillFolders } from "../skills/openSkillFolders.ts";

export const restoreCommand = defineCommand({
  help: `Writes the skills that ${lockFileName} of the current folder records into the agents' folders, as they were. A copy that was changed stays.`,
  example: "fairlead restore --frozen",
  operands: [],
  options: z.object({
    frozen: z
      .boolean()
      .default(false)
      .describe("Fail and write nothing where a copy or a source differs from the lock file."),
    ...reportShape,
  }),
  run: async ({ frozen }, context) => {
    const folders = openSkillFolders(context.cwd);
    const lock = { root: pathToFileURL(context.cwd).href, path: "" };
    if (!(await folders.readFile({ ...lock, path: lockFileName })))
      throw new UsageError(`There is no ${lockFileName} in ${context.cwd}. Add a skill in the editor first.`);
    const copies = await readLockedCopies(folders, lock);
    const read = await readMissingFiles(folders, copies, context);
    const isRefused = frozen && copies.some((copy) => copy.kind === "changed" || read.get(copy) instanceof Error);
    if (!isRefused) await writeCopies(folders, read, context.signal);
    const checks = copies.map((copy) => createCheck(copy, read.get(copy), { frozen, isRefused }));
    const report = { title: `Skills of ${lockFileName}`, checks };
    const ok = !checks.some(isFailedCheck);
    return { ok, lines: formatReportLines(report), json: { ok, skills: checks.map(formatCheckJson) }, report };
  },
});

type ReadFiles = ReadonlyMap<LockedCopyState, readonly FileContent[] | Error>;

/** The files of what is not here, or why they cannot be read. All are read before the first is written. */
async function readMissingFiles(
  folders: SkillFolders,
  copies: readonly LockedCopyState[],
  { cwd, environment, signal }: CommandContext,
): Promise<ReadFiles> {
  const missing = copies.filter(({ kind }) => kind === "missing");
  const lock = { root: pathToFileURL(cwd).href, path: "" };
  const readAll = async (service: Parameters<typeof readLockedFiles>[1]["service"]) => {
    const read = new Map<LockedCopyState, readonly FileContent[] | Error>();
    for (const copy of missing) {
      const files = readLockedFiles(copy, { folders, lock, service, signal });
      read.set(copy, await files.catch((error: unknown) => toProblem(error, signal)));
    }
    return read;
  };
  if (!missing.some(({ record }) => record?.service !== undefined)) return readAll(undefined);
  return withService({ environment }, (client, url) => readAll({ client, url }));
}

function toProblem(error: unknown, signal: AbortSignal): Error {
  signal.throwIfAborted();
  return error instanceof Error ? error : new Error(String(error));
}

async function writeCopies(folders: SkillFolders, read: ReadFiles, signal: AbortSignal): Promise<void> {
  for (const [{ folder }, files] of read) {
    signal.throwIfAborted();
    // Each folder appears with all its files.
    if (!(files instanceof Error)) await folders.change(folder, { write: files });
  }
}

function createCheck(
  { name, label, kind }: LockedCopyState,
  files: readonly FileContent[] | Error | undefined,
  { frozen, isRefused }: { readonly frozen: boolean; readonly isRefused: boolean },
): Check {
  const common = { group: "skill", name } as const;
  if (files instanceof Error) return { ...common, status: "failed", label: "failed", message: files.message };
  if (kind === "changed") {
    const message = `${label} differs from the lock file. ${frozen ? "Nothing was written." : "It stays."}`;
    return { ...common, status: frozen ? "failed" : "warning", label: "changed", message };
  }
  if (kind === "same") return { ...common, status: "passed", label: "here", message: label };
  if (isRefused) return { ...common, status: "skipped", label: "not written", message: label };
  return { ...common, status: "passed", label: "restored", message: label };
}

/** A copy of a skill that a lock file records. */
interface LockedCopyState {
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
async function readLockedCopies(folders: SkillFolders, lock: FolderPath): Promise<readonly LockedCopyState[]> {
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
async function readLockedFiles(
  { name, entry, record }: LockedCopyState,
  { folders, lock, service, signal }: LockedFilesContext,
): Promise<readonly FileContent[]> {
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
): Promise<readonly FileContent[]> {
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
