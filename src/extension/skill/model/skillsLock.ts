import * as l10n from "@vscode/l10n";
import * as z from "zod";
import { findPathProblems } from "../../../text/filePaths.ts";
import type { FileContent } from "../../../text/files/fileContent.ts";
import { findReservedNameProblem } from "../../../text/files/folderRules.ts";
import { CommandError } from "../../base/failure.ts";
import { computeToolHash } from "./toolHashes.ts";

/**
 * In the root of the project; the `skills` command line tool uses the same file name and format, and its fields stay
 * unchanged.
 */
export const lockFileName = "skills-lock.json";

const safePath = z
  .string()
  .refine((path) => findPathProblems([path]).length === 0, l10n.t("It must be a path within the folder."));

/** Files come to this folder from elsewhere, and the lock file may come from anyone. */
const copyPath = safePath.refine((path) => findReservedNameProblem(path) === undefined, {
  error: ({ input }) => findReservedNameProblem(String(input)),
});

const copySchema = z.looseObject({
  /** The skill's folder, relative to the lock file. */
  path: copyPath,
  agent: z.string(),
  /** The source service: its URL, or `local`. Copies from elsewhere have no service and no ids. */
  service: z.string().exactOptional(),
  skillId: z.string().exactOptional(),
  artifactId: z.string().exactOptional(),
  /** The commit of a Git repository. Anything else could be an option of Git. */
  commit: z.hex().min(40).max(64).exactOptional(),
  version: z.string(),
  digest: z.string(),
  files: z.array(z.object({ path: safePath, digest: z.string() })),
});

/** An installed copy. */
export type LockedCopy = Readonly<z.output<typeof copySchema>>;

const entrySchema = z.looseObject({
  sourceType: z.string().exactOptional(),
  fairlead: z.looseObject({ copies: z.array(copySchema) }).exactOptional(),
});
const lockSchema = z.looseObject({ version: z.number(), skills: z.record(z.string(), entrySchema) });

/** The fields that name the source of a skill, as the `skills` command line tool writes and reads them. */
export interface LockedSource {
  readonly source: string;
  readonly sourceType: string;
  readonly sourceUrl?: string;
  readonly ref?: string;
  readonly skillPath?: string;
  readonly wellKnownDigest?: string;
}

/** A skill of the lock file, with the fields of the command line tool. */
export type SkillLockEntry = Readonly<z.output<typeof entrySchema>>;
export type SkillsLock = Readonly<z.output<typeof lockSchema>>;

export const emptyLock: SkillsLock = { version: 1, skills: {} };

export function parseSkillsLock(text: string, file: string): SkillsLock {
  try {
    return lockSchema.parse(JSON.parse(text));
  } catch (cause) {
    const isConflict = /^<{7}( |$)/m.test(text);
    const why = isConflict ? l10n.t("it holds a merge conflict") : reasonOf(cause);
    throw new CommandError(l10n.t`${file} cannot be read: ${why}. Correct it, then try again.`, { cause });
  }
}

/** Sorted by name and without times, so that branches which add skills merge without conflict. */
export function formatSkillsLock(lock: SkillsLock): string {
  const sorted = Object.entries(lock.skills).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const skills = Object.fromEntries(sorted.map(([name, entry]) => [name, sortFields(entry)]));
  return `${JSON.stringify({ ...lock, skills }, null, 2)}\n`;
}

/** In the order of the command line tool, so that two programs which write a file in turn change nothing else. */
const toolFields = ["source", "sourceUrl", "ref", "sourceType", "skillPath", "computedHash", "wellKnownDigest"];

/** The tool's fields come first, and Fairlead's part last. */
function sortFields({ fairlead, ...entry }: SkillLockEntry) {
  const known = toolFields.flatMap((name) => (name in entry ? [[name, entry[name]] as const] : []));
  return { ...Object.fromEntries(known), ...entry, ...(fairlead && { fairlead }) };
}

/** Records copies that another tool wrote, whose entry has no list of them. */
export function adoptCopies(lock: SkillsLock, name: string, copies: readonly LockedCopy[]): SkillsLock {
  const entry = findLockEntry(lock, name);
  if (!entry || entry.fairlead || copies.length === 0) return lock;
  return setLockEntry(lock, name, { ...entry, fairlead: { copies: [...copies] } });
}

/** Adds a copy to the lock, or replaces the one at its path. */
export function addLockedCopy(
  lock: SkillsLock,
  name: string,
  copy: LockedCopy,
  files: readonly FileContent[],
  source?: LockedSource,
): SkillsLock {
  const rest = removeLockedCopy(lock, copy.path);
  const entry = findLockEntry(rest, name);
  const copies = sortByPath([...(entry?.fairlead?.copies ?? []), copy]);
  // An entry of another tool with this name stays.
  const isFairleadEntry = entry === undefined || entry.sourceType === fairleadSourceType;
  const ofService = isFairleadEntry ? { source: copy.service ?? "", sourceType: fairleadSourceType } : undefined;
  const fields = source ?? ofService;
  const sourceFields = fields ? { ...fields, computedHash: computeToolHash(files) } : {};
  return setLockEntry(rest, name, { ...entry, ...sourceFields, fairlead: { ...entry?.fairlead, copies } });
}

/** Puts a removed copy back, with its entry as it was. */
export function restoreLockedCopy(
  lock: SkillsLock,
  { name, entry, record }: { readonly name: string; readonly entry: SkillLockEntry; readonly record: LockedCopy },
): SkillsLock {
  const now = findLockEntry(lock, name);
  if (!entry.fairlead) return setLockEntry(lock, name, now ?? entry);
  const others = (now?.fairlead?.copies ?? []).filter(({ path }) => path !== record.path);
  const copies = sortByPath([...others, record]);
  return setLockEntry(lock, name, { ...(now ?? entry), fairlead: { ...entry.fairlead, copies } });
}

const sortByPath = (copies: readonly LockedCopy[]) => copies.toSorted((one, other) => (one.path < other.path ? -1 : 1));

/** Replaces the record of a copy that is in the lock; its entry stays. */
export function replaceLockedCopy(lock: SkillsLock, name: string, copy: LockedCopy): SkillsLock {
  const entry = findLockEntry(lock, name);
  if (!entry?.fairlead) return lock;
  const copies = entry.fairlead.copies.map((one) => (one.path === copy.path ? copy : one));
  return setLockEntry(lock, name, { ...entry, fairlead: { ...entry.fairlead, copies } });
}

export const setLockEntry = (lock: SkillsLock, name: string, entry: SkillLockEntry): SkillsLock => ({
  ...lock,
  skills: { ...lock.skills, [name]: entry },
});

export function findLockEntry(lock: SkillsLock, name: string): SkillLockEntry | undefined {
  return Object.hasOwn(lock.skills, name) ? lock.skills[name] : undefined;
}

export function removeLockEntry(lock: SkillsLock, name: string): SkillsLock {
  return { ...lock, skills: Object.fromEntries(Object.entries(lock.skills).filter(([one]) => one !== name)) };
}

export function removeLockedCopy(lock: SkillsLock, path: string): SkillsLock {
  const skills = Object.entries(lock.skills).flatMap(([name, entry]) => {
    if (!entry.fairlead) return [[name, entry] as const];
    const copies = entry.fairlead.copies.filter((copy) => copy.path !== path);
    if (copies.length > 0) return [[name, { ...entry, fairlead: { ...entry.fairlead, copies } }] as const];
    const { fairlead: _, ...others } = entry;
    // The entry of a source goes with its last copy; that of another tool stays.
    const isFromSource = entry.fairlead.copies.some((copy) => copy.path === path && copy.service === undefined);
    return entry.sourceType === fairleadSourceType || isFromSource ? [] : [[name, others] as const];
  });
  return { ...lock, skills: Object.fromEntries(skills) };
}

/** The source type of skills from a service, which the command line tool does not read. */
export const fairleadSourceType = "fairlead";

function reasonOf(cause: unknown): string {
  if (!(cause instanceof z.ZodError)) return l10n.t("it is not JSON");
  const [issue] = cause.issues;
  return issue ? `"${issue.path.join(".")}": ${issue.message.replace(/\.$/, "")}` : l10n.t("it has another shape");
}
