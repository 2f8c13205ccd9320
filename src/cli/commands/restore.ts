import { pathToFileURL } from "node:url";
import * as z from "zod";
import type { SkillFolders } from "../../extension/base/skillFolders.ts";
import type { CodeFile } from "../../extension/registry/model/versionFiles.ts";
import { lockFileName } from "../../extension/skill/model/skillsLock.ts";
import { type CommandContext, defineCommand, UsageError } from "../command.ts";
import { type Check, formatCheckJson, formatReportLines, isFailedCheck } from "../report/checkReport.ts";
import { reportShape } from "../report/writeReport.ts";
import { withService } from "../service/withClient.ts";
import { openSkillFolders } from "../skills/openSkillFolders.ts";
import { type LockedCopyState, readLockedCopies, readLockedFiles } from "../skills/readLockedCopies.ts";

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

type ReadFiles = ReadonlyMap<LockedCopyState, readonly CodeFile[] | Error>;

/** The files of what is not here, or why they cannot be read. All are read before the first is written. */
async function readMissingFiles(
  folders: SkillFolders,
  copies: readonly LockedCopyState[],
  { cwd, environment, signal }: CommandContext,
): Promise<ReadFiles> {
  const missing = copies.filter(({ kind }) => kind === "missing");
  const lock = { root: pathToFileURL(cwd).href, path: "" };
  const readAll = async (service: Parameters<typeof readLockedFiles>[1]["service"]) => {
    const read = new Map<LockedCopyState, readonly CodeFile[] | Error>();
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
  files: readonly CodeFile[] | Error | undefined,
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
