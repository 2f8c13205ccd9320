/**
 * Tar headers (POSIX.1-2001, `ustar` with `pax` records for long names). Written here and not by a package, because every byte is part
 * of the digest of a published image: an update of a package could change the digest of a version that did not change.
 */

export interface TarEntry {
  /** With `/`, without one at the start. A folder's ends in `/`. */
  readonly path: string;
  readonly mode: number;
  /** Bytes of the content. 0 for a folder. */
  readonly size: number;
  /** The numeric user and group. 0 by default. */
  readonly owner?: number;
}

const blockSize = 512;

/** The size field has eleven octal digits. */
const maxSize = 0o77777777777;

/** The two empty blocks at the end of an archive. */
export const tarEnd = Buffer.alloc(2 * blockSize);

/** The header of an entry. Its time is always the start of 1970, so that equal files have equal archives. */
export function createTarHeader(entry: TarEntry): Buffer {
  if (entry.size > maxSize) throw new Error(`The file ${entry.path} is too large for a tar archive.`);
  const name = Buffer.from(entry.path);
  const isPlain = name.length <= 100 && /^[\x20-\x7e]+$/.test(entry.path);
  const header = createBlock(entry, name.subarray(0, 100), entry.path.endsWith("/") ? "5" : "0");
  return isPlain ? header : Buffer.concat([createPathRecord(entry.path), header]);
}

/** The zeros that fill the last block of a content. */
export function createTarPadding(size: number): Buffer {
  return Buffer.alloc((blockSize - (size % blockSize)) % blockSize);
}

/** A `pax` header with the path of the next entry. */
function createPathRecord(path: string): Buffer {
  const record = Buffer.from(formatRecord(`path=${path}\n`));
  const header = createBlock({ mode: 0o644, size: record.length }, Buffer.from("PaxHeader"), "x");
  return Buffer.concat([header, record, createTarPadding(record.length)]);
}

/** A record begins with its length in bytes, which counts the digits of the length too. */
function formatRecord(text: string): string {
  const rest = Buffer.byteLength(text) + 1;
  const length = rest + String(rest + String(rest).length).length;
  return `${length} ${text}`;
}

function createBlock({ mode, size, owner = 0 }: Omit<TarEntry, "path">, name: Uint8Array, type: string): Buffer {
  const block = Buffer.alloc(blockSize);
  block.set(name);
  const writeOctal = (value: number, offset: number, digits: number) =>
    block.write(`${value.toString(8).padStart(digits, "0")}\0`, offset, "ascii");
  writeOctal(mode, 100, 7);
  writeOctal(owner, 108, 7);
  writeOctal(owner, 116, 7);
  writeOctal(size, 124, 11);
  writeOctal(0, 136, 11);
  block.write(`        ${type}`, 148, "ascii");
  block.write("ustar\x0000", 257, "ascii");
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "ascii");
  return block;
}
