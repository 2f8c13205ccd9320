import { execFile } from "node:child_process";
import { readFile, realpath } from "node:fs/promises";
import { dirname, isAbsolute, posix, relative, resolve, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { UsageError } from "../command.ts";

/** The files that a document and what it refers to are read from: the disk, or a revision of Git. */
export interface DocumentFiles {
  /** The URI of the document. */
  readonly uri: string;
  /** undefined: there is no such file, or it is outside of what the document may name. */
  read(uri: string): Promise<string | undefined>;
  /** The path of a file for people and build servers. */
  formatPath(uri: string): string;
}

/** The largest document of a service. */
const mostBytes = 64 * 1024 * 1024;
const run = promisify(execFile);

export const revisionName = /^git:([^:]+):(.+)$/s;

/** `git:REVISION:PATH`, with the path in the repository, or a path on the disk. */
export async function openDocumentFiles(cwd: string, written: string): Promise<DocumentFiles> {
  const [, revision, path] = revisionName.exec(written) ?? [];
  return revision === undefined || path === undefined ? openDisk(cwd, written) : openRevision(cwd, revision, path);
}

/** The revision of `git:REVISION:PATH` is there, and has no such file. */
export async function isMissingInRevision(cwd: string, written: string): Promise<boolean> {
  const [, revision] = revisionName.exec(written) ?? [];
  if (revision === undefined) return false;
  const { uri, formatPath } = await openDocumentFiles(cwd, written);
  const listed = run("git", ["ls-tree", "--full-tree", "--name-only", revision, "--", formatPath(uri)], { cwd });
  return listed.then(
    ({ stdout }) => stdout === "",
    () => false,
  );
}

/** A document names files below the current folder only, or below its own if that is elsewhere: it may be of a stranger. */
function openDisk(cwd: string, path: string): DocumentFiles {
  const document = resolve(cwd, path);
  const root = isInside(cwd, document) ? cwd : dirname(document);
  const isAllowed = async (file: string) =>
    // By its name first, because looking at a file of another computer is a request to it already.
    file === document || (isInside(root, file) && isInside(await realpath(root), await realpath(file)));
  const readInside = async (file: string) => ((await isAllowed(file)) ? readFile(file, "utf8") : undefined);
  return {
    uri: pathToFileURL(document).href,
    read: readIfThere(async (uri) => readInside(fileURLToPath(uri))),
    formatPath: (uri) => formatRelative(cwd, fileURLToPath(uri)),
  };
}

async function openRevision(cwd: string, revision: string, path: string): Promise<DocumentFiles> {
  if (revision.startsWith("-")) throw new UsageError(`"${revision}" is no revision of Git.`);
  const readGit = async (args: readonly string[]) =>
    (await run("git", args, { cwd, maxBuffer: mostBytes, encoding: "utf8" })).stdout;
  // As in Git, only such a path is relative to the current folder.
  const start = /^\.\.?\//.test(path) ? await readGit(["rev-parse", "--show-prefix"]) : "";
  const inRepository = posix.join("/", start.trim(), path);
  const toPath = (uri: string) => decodeURIComponent(new URL(uri).pathname).slice(1);
  return {
    uri: `file://${inRepository.split("/").map(encodeURIComponent).join("/")}`,
    read: readIfThere(async (uri) => readGit(["cat-file", "blob", `${revision}:${toPath(uri)}`])),
    formatPath: toPath,
  };
}

/** A reference may name what is no file, in a way that no path has: its problem is shown where it stands. */
function readIfThere(read: DocumentFiles["read"]): DocumentFiles["read"] {
  return (uri) => read(uri).catch(() => undefined);
}

function isInside(folder: string, file: string): boolean {
  const path = relative(folder, file);
  return path !== ".." && !path.startsWith(`..${sep}`) && !isAbsolute(path);
}

export const formatRelative = (cwd: string, file: string) => relative(cwd, file).split(sep).join("/");
