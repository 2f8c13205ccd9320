import { createHash } from "node:crypto";
import * as l10n from "@vscode/l10n";
import * as z from "zod";
import { findPathProblems } from "../../text/filePaths.ts";
import type { CodeFile } from "../registry/versionFiles.ts";

/**
 * In the root of the project; the `skills` command line tool uses the same file name and format, and its fields stay
 * unchanged.
 */
export const lockFileName = "skills-lock.json";

const safePath = z
  .string()
  .refine((path) => findPathProblems([path]).length === 0, l10n.t("It must be a path within the folder."));

const copySchema = z.looseObject({
  /** The skill's folder, relative to the lock file. */
  path: safePath,
  agent: z.string(),
  /** The source service: its URL, or `local`. */
  service: z.string(),
  skillId: z.string(),
  artifactId: z.string(),
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

export type SkillsLock = Readonly<z.output<typeof lockSchema>>;

export const emptyLock: SkillsLock = { version: 1, skills: {} };

/** The lock file is invalid; the message has the location and the reason. */
export class LockFileError extends Error {
  override readonly name = "LockFileError";
}

export function parseSkillsLock(text: string, file: string): SkillsLock {
  try {
    return lockSchema.parse(JSON.parse(text));
  } catch (cause) {
    const isConflict = /^<{7}( |$)/m.test(text);
    const why = isConflict ? l10n.t("it holds a merge conflict") : reasonOf(cause);
    throw new LockFileError(l10n.t`${file} cannot be read: ${why}. Correct it, then try again.`, { cause });
  }
}

/** Sorted by name and without times, so that branches which add skills merge without conflict. */
export function formatSkillsLock(lock: SkillsLock): string {
  const skills = Object.fromEntries(Object.entries(lock.skills).toSorted(([one], [other]) => (one < other ? -1 : 1)));
  return `${JSON.stringify({ ...lock, skills }, null, 2)}\n`;
}

export function listLockedCopies(lock: SkillsLock): readonly { readonly name: string; readonly copy: LockedCopy }[] {
  return Object.entries(lock.skills).flatMap(([name, entry]) =>
    (entry.fairlead?.copies ?? []).map((copy) => ({ name, copy })),
  );
}

/** Adds a copy to the lock, or replaces the one at its path. */
export function addLockedCopy(
  lock: SkillsLock,
  name: string,
  copy: LockedCopy,
  files: readonly CodeFile[],
): SkillsLock {
  const rest = removeLockedCopy(lock, copy.path);
  const entry = Object.hasOwn(rest.skills, name) ? rest.skills[name] : undefined;
  const copies = [...(entry?.fairlead?.copies ?? []), copy].toSorted((one, other) => (one.path < other.path ? -1 : 1));
  // An entry of another tool with this name stays.
  const isFairleadEntry = entry === undefined || entry.sourceType === sourceType;
  const fairleadFields = isFairleadEntry ? { source: copy.service, sourceType, computedHash: toolHash(files) } : {};
  return {
    ...rest,
    skills: { ...rest.skills, [name]: { ...entry, ...fairleadFields, fairlead: { ...entry?.fairlead, copies } } },
  };
}

export function removeLockedCopy(lock: SkillsLock, path: string): SkillsLock {
  const skills = Object.entries(lock.skills).flatMap(([name, entry]) => {
    if (!entry.fairlead) return [[name, entry] as const];
    const copies = entry.fairlead.copies.filter((copy) => copy.path !== path);
    if (copies.length > 0) return [[name, { ...entry, fairlead: { ...entry.fairlead, copies } }] as const];
    const { fairlead: _, ...others } = entry;
    return entry.sourceType === sourceType ? [] : [[name, others] as const];
  });
  return { ...lock, skills: Object.fromEntries(skills) };
}

const sourceType = "fairlead";

/** The hash of the command line tool: every path and content in order. */
function toolHash(files: readonly CodeFile[]): string {
  const hash = createHash("sha256");
  for (const { path, bytes } of files.toSorted((one, other) => one.path.localeCompare(other.path))) {
    hash.update(path).update(bytes);
  }
  return hash.digest("hex");
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof z.ZodError)) return l10n.t("it is not JSON");
  const [issue] = cause.issues;
  return issue ? `"${issue.path.join(".")}": ${issue.message.replace(/\.$/, "")}` : l10n.t("it has another shape");
}
