import { posix } from "node:path";
import * as l10n from "@vscode/l10n";

/** The limit of the total size of a version's files. */
export const maxTotalFileBytes = 64 * 1024 * 1024;

const reservedNames = /^(con|prn|aux|nul|conin\$|conout\$|clock\$|com[0-9¹²³]|lpt[0-9¹²³])(\..*)?$/i;
const invalidCharacters = /[\p{Cc}<>:"|?*]/u;

/** Whether a relative path is plain and stays in its folder. */
export function staysInFolder(path: string): boolean {
  return posix.normalize(path) === path && !/^(\/|\.\.?(\/|$))|[\\\0]|\/$/.test(path);
}

export interface FilePathProblem {
  readonly path: string;
  readonly message: string;
}

/** Finds the problems of paths on any operating system. */
export function findPathProblems(paths: readonly string[]): FilePathProblem[] {
  const seen = new Map<string, string>();
  const folders = new Map<string, string>();
  const problems: FilePathProblem[] = [];
  for (const path of paths) {
    const message = findShapeProblem(path) ?? findCollision(path, seen, folders);
    if (message !== undefined) problems.push({ path, message });
  }
  for (const [folded, path] of seen) {
    const folder = folders.get(folded);
    if (folder !== undefined) problems.push({ path, message: l10n.t`It is a file and, in "${folder}", a folder.` });
  }
  return [...problems, ...findRepositories(paths)];
}

/** Git uses a folder with these names as a repository, also without `.git`, and runs what its settings name. */
export function findRepositories(paths: readonly string[]): FilePathProblem[] {
  const entries = new Map<string, string>();
  for (const path of paths) {
    const parts = foldName(path).split("/");
    for (const depth of parts.keys()) entries.set(parts.slice(0, depth + 1).join("/"), path);
  }
  const message = l10n.t("It makes its folder a Git repository, whose settings run programs. Rename it.");
  return [...entries].flatMap(([entry, path]) => {
    const [, folder] = /^(.*\/|)head$/.exec(entry) ?? [];
    const has = (name: string) => folder !== undefined && entries.has(folder + name);
    return has("commondir") || (has("objects") && has("refs")) ? { path, message } : [];
  });
}

/** Some file systems also ignore characters that cannot be seen. */
export const foldName = (name: string) => foldCase(name.replaceAll(/\p{Cf}/gu, ""));

function findShapeProblem(path: string): string | undefined {
  if (path === "") return l10n.t("It is empty.");
  if (Buffer.byteLength(path) > 500) return l10n.t("It is longer than 500 bytes.");
  if (!path.isWellFormed()) return l10n.t("It is not valid Unicode.");
  if (path.includes("\\")) return l10n.t('Folders are separated by "/", not "\\".');
  if (path.startsWith("/")) return l10n.t("It must be relative.");
  if (/^[A-Za-z]:/.test(path)) return l10n.t("It must not begin with a drive letter.");
  if (invalidCharacters.test(path)) return l10n.t('It holds a control character or one of < > : " | ? *.');
  return path
    .split("/")
    .map(findPartProblem)
    .find((message) => message !== undefined);
}

function findPartProblem(part: string): string | undefined {
  if (part === "") return l10n.t("It has an empty part.");
  if (part === "." || part === "..") return l10n.t`It must not hold "${part}".`;
  if (Buffer.byteLength(part) > 255) return l10n.t("A part is longer than 255 bytes.");
  if (part.endsWith(".") || part.endsWith(" ")) return l10n.t("A part must not end in a dot or a space.");
  if (reservedNames.test(part)) return l10n.t`"${part}" is a reserved name on Windows.`;
  return undefined;
}

/** Finds an earlier path that is the same on some file system: the case differs, or the encoding of an accent. */
function findCollision(path: string, seen: Map<string, string>, folders: Map<string, string>): string | undefined {
  const folded = foldCase(path);
  const twin = seen.get(folded);
  if (twin !== undefined)
    return twin === path ? l10n.t("It occurs twice.") : l10n.t`It is the same as "${twin}" on some systems.`;
  seen.set(folded, path);
  const parts = path.split("/");
  for (let count = 1; count < parts.length; count += 1) {
    const folder = parts.slice(0, count).join("/");
    const sameFolder = folders.get(foldCase(folder));
    if (sameFolder !== undefined && sameFolder !== folder)
      return l10n.t`The folder "${folder}" is the same as "${sameFolder}" on some systems.`;
    folders.set(foldCase(folder), folder);
  }
  return undefined;
}

/** Converts to upper case first, because some letters are equal only in upper case (`ß` and `ss`, the two sigmas). */
function foldCase(path: string): string {
  return path.normalize("NFKC").toUpperCase().toLowerCase().normalize("NFKC");
}
