import { crc32, gunzipSync, inflateRawSync } from "node:zlib";
import * as l10n from "@vscode/l10n";
import { unpackTar } from "modern-tar";
import { findPathProblems } from "../../../../text/filePaths.ts";
import type { FileContent } from "../../../../text/files/fileContent.ts";
import { toVisibleText } from "../../../../text/toVisibleText.ts";
import { CommandError } from "../../../base/failure.ts";

export const archiveLimits = { bytes: 64 * 2 ** 20, unpackedBytes: 64 * 2 ** 20, files: 5000 } as const;

const endLength = 22;
const entryLength = 46;
const localLength = 30;
const signatures = { end: 0x06054b50, entry: 0x02014b50, local: 0x04034b50 } as const;

interface ZipEntry {
  readonly path: string;
  readonly method: number;
  readonly crc: number;
  readonly packedSize: number;
  readonly size: number;
  readonly offset: number;
}

/** The files of a zip archive (APPNOTE 6.3), all checked before one is unpacked: paths, links, sizes, overlaps. */
export function readZip(bytes: Uint8Array): readonly FileContent[] {
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries = listEntries(archive);
  checkArchivePaths(entries.map(({ path }) => path));
  const total = entries.reduce((sum, { size }) => sum + size, 0);
  if (total > archiveLimits.unpackedBytes) throw createSizeError();
  checkOverlaps(entries);
  return entries.map((entry) => ({ path: entry.path, bytes: unpack(archive, entry) }));
}

/** Refuses paths that leave the folder, and those that are the same file on some systems. */
export function checkArchivePaths(paths: readonly string[]): void {
  if (paths.length > archiveLimits.files) throw createSizeError();
  const [bad] = findPathProblems(paths);
  if (bad)
    throw new CommandError(
      l10n.t`Nothing of the archive is read, because of "${toVisibleText(bad.path)}". ${bad.message}`,
    );
}

export function createSizeError(): CommandError {
  const most = archiveLimits.unpackedBytes / 2 ** 20;
  return new CommandError(l10n.t`The archive unpacks to more than ${most} MiB or ${archiveLimits.files} files.`);
}

/** Files that macOS adds, which are no part of what was packed. */
export const isAddedByMacos = (path: string) => /^__MACOSX\/|(^|\/)\.DS_Store$/.test(path);

function listEntries(archive: Buffer): readonly ZipEntry[] {
  const end = findEnd(archive);
  const count = archive.readUInt16LE(end + 10);
  const start = archive.readUInt32LE(end + 16);
  // Bytes before or after the directory could hold a second archive, which another program would read.
  if (start + archive.readUInt32LE(end + 12) !== end || archive.readUInt32LE(end + 4) !== 0) throw createBrokenError();
  if (count > archiveLimits.files) throw createSizeError();
  const entries: ZipEntry[] = [];
  let position = start;
  for (let index = 0; index < count; index += 1) {
    const { entry, next } = readEntry(archive, position, end);
    if (entry) entries.push(entry);
    position = next;
  }
  if (position !== end) throw createBrokenError();
  return entries;
}

/** The end record is last; only a comment of the length that it says follows it. */
function findEnd(archive: Buffer): number {
  const first = Math.max(archive.length - endLength - 0xffff, 0);
  for (let position = archive.length - endLength; position >= first; position -= 1) {
    const isEnd = archive.readUInt32LE(position) === signatures.end;
    if (isEnd && position + endLength + archive.readUInt16LE(position + 20) === archive.length) return position;
  }
  throw new CommandError(l10n.t("This is not a zip archive, or it is not whole."));
}

/** No entry for a folder, and for a file that macOS adds. */
function readEntry(archive: Buffer, position: number, end: number) {
  if (position + entryLength > end || archive.readUInt32LE(position) !== signatures.entry) throw createBrokenError();
  const [flags, method] = [archive.readUInt16LE(position + 8), archive.readUInt16LE(position + 10)];
  const nameLength = archive.readUInt16LE(position + 28);
  const next =
    position + entryLength + nameLength + archive.readUInt16LE(position + 30) + archive.readUInt16LE(position + 32);
  if (next > end) throw createBrokenError();
  const path = decodePath(archive.subarray(position + entryLength, position + entryLength + nameLength));
  const mode = archive.readUInt32LE(position + 38) >>> 16;
  const type = archive.readUInt8(position + 5) === 3 ? mode & 0o170000 : 0;
  if (![0, 0o100000, 0o040000].includes(type))
    throw new CommandError(
      l10n.t`Nothing of the archive is read, because "${toVisibleText(path)}" is a link or a device.`,
    );
  if (path.endsWith("/") || isAddedByMacos(path)) return { entry: undefined, next };
  if ((flags & 0x2041) !== 0) throw new CommandError(l10n.t("The archive is encrypted. Pack it without a password."));
  if (method !== 0 && method !== 8)
    throw new CommandError(l10n.t`"${toVisibleText(path)}" is packed in a way that is not read. Pack it with Deflate.`);
  const entry: ZipEntry = {
    path,
    method,
    crc: archive.readUInt32LE(position + 16),
    packedSize: archive.readUInt32LE(position + 20),
    size: archive.readUInt32LE(position + 24),
    offset: archive.readUInt32LE(position + 42),
  };
  return { entry, next };
}

function decodePath(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new CommandError(l10n.t("A path of the archive is not UTF-8. Pack it again."), { cause });
  }
}

/** Entries that share bytes unpack a small archive to a huge one. */
function checkOverlaps(entries: readonly ZipEntry[]): void {
  let free = 0;
  for (const { offset, packedSize } of entries.toSorted((one, other) => one.offset - other.offset)) {
    if (offset < free) throw createBrokenError();
    free = offset + localLength + packedSize;
  }
}

function unpack(archive: Buffer, { path, method, crc, packedSize, size, offset }: ZipEntry): Uint8Array {
  if (offset + localLength > archive.length || archive.readUInt32LE(offset) !== signatures.local)
    throw createBrokenError();
  const nameEnd = offset + localLength + archive.readUInt16LE(offset + 26);
  const start = nameEnd + archive.readUInt16LE(offset + 28);
  const packed = archive.subarray(start, start + packedSize);
  // Another program may believe the local name.
  const isSame = archive.subarray(offset + localLength, nameEnd).equals(Buffer.from(path));
  if (!isSame || packed.length !== packedSize) throw createBrokenError();
  const content = method === 0 ? packed : inflate(packed, size);
  if (content.length !== size || crc32(content) !== crc) throw createBrokenError();
  return content;
}

function inflate(packed: Buffer, size: number): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(size, 1) });
  } catch (cause) {
    throw createBrokenError(cause);
  }
}

function createBrokenError(cause?: unknown): CommandError {
  return new CommandError(l10n.t("The archive is broken: what it lists and what it holds differ."), { cause });
}

/** The files of a zip archive, or of a tar archive with gzip, by its first bytes. */
export async function readArchive(bytes: Uint8Array): Promise<readonly FileContent[]> {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return readTar(unpackGzip(bytes));
  return readZip(bytes);
}

function unpackGzip(bytes: Uint8Array): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: archiveLimits.unpackedBytes });
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ERR_BUFFER_TOO_LARGE") throw createSizeError();
    throw new CommandError(l10n.t("The archive is not gzip, or it is not whole."), { cause });
  }
}

async function readTar(bytes: Uint8Array): Promise<readonly FileContent[]> {
  const entries = await unpackTar(bytes, { strict: true }).catch((cause: unknown) => {
    throw new CommandError(l10n.t("The archive is not tar, or it is not whole."), { cause });
  });
  const files = entries.flatMap(({ header: { name, type }, data }) => {
    const path = name.replace(/^\.\//, "");
    if (type === "directory" || isAddedByMacos(path)) return [];
    if (type !== "file")
      throw new CommandError(
        l10n.t`Nothing of the archive is read, because "${toVisibleText(path)}" is a link or a device.`,
      );
    return [{ path, bytes: data ?? new Uint8Array() }];
  });
  checkArchivePaths(files.map(({ path }) => path));
  return files;
}
