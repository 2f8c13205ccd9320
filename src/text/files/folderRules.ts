import * as l10n from "@vscode/l10n";
import { findPathProblems, foldName } from "../filePaths.ts";
import { toVisibleText } from "../toVisibleText.ts";

/** A larger folder is not a server but a wrong choice. */
export const folderLimits = { files: 2000, bytes: 20 * 2 ** 20 } as const;

/** The folder cannot be used. */
export class FolderError extends Error {
  override readonly name = "FolderError";
}

const ignoredNames = new Set(
  (
    ".git git~1 .hg .svn .bzr .jj .sl .pijul _darcs node_modules .venv pyvenv.cfg __pycache__ .npmrc .yarnrc .yarnrc.yml .envrc " +
    ".vscode .idea .vs .zed .helix .ds_store desktop.ini"
  ).split(" "),
);
/** The Explorer of Windows reads icons from where these lead as soon as it shows their folder. */
const ignoredEndings = /\.(lnk|url|website|scf|theme|library-ms|searchconnector-ms)$/;
/** The name that Windows gives a file besides a long one, such as `GIT~1` for `.git`. */
const shortName = /^[^.~]{1,6}~\d+(\.[^.]{1,3})?$/;

/** The file in a folder of code that names its server. It is not deployed. */
export const folderLinkName = "fairlead.json";

/** A folder that is still being written: the prefix of its name, for `mkdtemp`. */
export const stagingPrefix = ".fairlead-stage-";

/**
 * Whether a file or folder is never deployed: version control, installed packages, secrets, and what a common tool obeys by itself.
 */
export function isIgnoredName(named: string): boolean {
  const name = foldName(named);
  return (
    ignoredNames.has(name) ||
    name.startsWith(stagingPrefix) ||
    ignoredEndings.test(name) ||
    (/^\.env(\..+)?$/.test(name) && name !== ".env.example")
  );
}

/** Why files from elsewhere must not be written to a path: for example, Git runs files of `.git`. */
export function findReservedNameProblem(path: string): string | undefined {
  const name = path.split("/").find((part) => isIgnoredName(part) || shortName.test(part));
  return name === undefined ? undefined : l10n.t`"${toVisibleText(name)}" is reserved for other programs.`;
}

/** Why the name of a skill cannot be the name of its folder. */
export function findFolderNameProblem(name: string): string | undefined {
  if (name.includes("/")) return l10n.t('It must not hold "/".');
  return findReservedNameProblem(name) ?? findPathProblems([name])[0]?.message;
}

/** Converts a service's name to a valid folder name on every system. */
export function toFolderName(called: string): string {
  const name = called
    .toWellFormed()
    .replaceAll(/[^\p{L}\p{N}_-]+/gu, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 60);
  return name === "" || findPathProblems([name]).length > 0 ? `server-${name}`.replace(/-$/, "") : name;
}
