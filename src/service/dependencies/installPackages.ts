import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { unpackTar } from "modern-tar";
import { staysInFolder } from "../../text/filePaths.ts";
import { createRoundRobinLimiter } from "../roundRobinLimiter.ts";
import { DependencyError, type LockedPackage, type Platform, parseLockFile } from "./lockFile.ts";
import type { PackageArchives } from "./packageArchives.ts";

export interface SourceFile {
  readonly path: string;
  readonly content: Uint8Array;
}

const lockName = "package-lock.json";
const codeFile = /\.[cm]?[jt]sx?$/;
const limits = { bytes: 500 * 1024 * 1024, archive: 300 * 1024 * 1024, files: 50_000 } as const;
/** Archives that are fetched at the same time. One of them is unpacked, because each may take all of `limits.archive` in memory. */
const parallel = 8;
const unpackAlone = createRoundRobinLimiter(1);

/**
 * The packages to install with a server's files: those of its lock file, if its code imports one of them. A server whose build put its
 * packages into its files needs none. Scripts of packages are not run, and nothing of npm is needed.
 */
export function findPackages(files: readonly SourceFile[], readPlatform: () => Platform): readonly LockedPackage[] {
  const lock = files.find(({ path }) => path === lockName);
  if (!lock) return [];
  const { dependencies, listPackages } = parseLockFile(Buffer.from(lock.content).toString("utf8"));
  return importsSome(files, dependencies) ? listPackages(readPlatform()) : [];
}

/** Whether the code names one of the packages as a module. */
function importsSome(files: readonly SourceFile[], names: readonly string[]): boolean {
  if (names.length === 0) return false;
  const quoted = names.map((name) => name.replaceAll(/[.*+?^${}()|[\]\\/]/g, "\\$&")).join("|");
  const mention = new RegExp(`(?:\\bfrom|\\bimport|\\brequire)\\s*(?:\\(\\s*)?["'\`](?:${quoted})["'\`/]`);
  return files.some(({ path, content }) => codeFile.test(path) && mention.test(Buffer.from(content).toString("utf8")));
}

/** Writes the packages into a server's folder. When one fails, nothing is written after the failure is reported. */
export async function installPackages(
  folder: string,
  packages: readonly LockedPackage[],
  archives: PackageArchives,
  signal: AbortSignal,
): Promise<void> {
  const failed = new AbortController();
  const stopSignal = AbortSignal.any([signal, failed.signal]);
  const rest = packages.values();
  let bytes = 0;
  const work = async () => {
    for (const locked of rest) {
      const archive = await archives.read(locked, stopSignal);
      await unpackAlone("", async () => {
        stopSignal.throwIfAborted();
        if (bytes > limits.bytes) return;
        const files = await unpack(locked, archive);
        bytes += files.reduce((sum, { content }) => sum + content.length, 0);
        if (bytes > limits.bytes)
          throw new DependencyError(`The packages of package-lock.json have more than ${limits.bytes} bytes.`);
        await writeFiles(join(folder, locked.folder), files, stopSignal);
      });
    }
  };
  await Promise.all(Array.from({ length: parallel }, () => work().catch((error) => failed.abort(error))));
  failed.signal.throwIfAborted();
}

const unzip = promisify(gunzip);

/** The files of an archive of npm, which are in one folder. Links, special files and paths that leave the folder are left out. */
async function unpack({ folder }: LockedPackage, archive: Buffer): Promise<SourceFile[]> {
  try {
    const tar = await unzip(archive, { maxOutputLength: limits.archive });
    if (hasMoreEntries(tar, limits.files)) throw new Error(`it has more than ${limits.files} files`);
    const entries = await unpackTar(tar, { strip: 1 });
    const files = entries.flatMap(({ header: { type, name }, data }) =>
      type === "file" && staysInFolder(name) ? [{ path: name, content: data ?? new Uint8Array() }] : [],
    );
    return files;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : cause;
    throw new DependencyError(`The archive of ${folder} cannot be unpacked (${reason}).`, { cause });
  }
}

/** Whether a tar has more entries than this, found before each takes memory. An entry has a header, with its size in octal, and blocks. */
function hasMoreEntries(tar: Buffer, most: number): boolean {
  const block = 512;
  let count = 0;
  for (let at = 0; at + block <= tar.length && count <= most; count += 1) {
    const size = Number.parseInt(tar.toString("latin1", at + 124, at + 136), 8) || 0;
    at += block + Math.ceil(size / block) * block;
  }
  return count > most;
}

async function writeFiles(folder: string, files: readonly SourceFile[], signal: AbortSignal): Promise<void> {
  for (const parent of new Set(files.map(({ path }) => dirname(path)))) {
    await mkdir(join(folder, parent), { recursive: true });
  }
  for (const { path, content } of files) {
    signal.throwIfAborted();
    await writeFile(join(folder, path), content);
  }
}
