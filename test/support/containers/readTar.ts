export interface TarFile {
  readonly path: string;
  readonly mode: number;
  readonly owner: number;
  readonly time: number;
  readonly content: Buffer;
}

/** Reads a tar archive with `pax` records of paths. */
export function readTar(archive: Buffer): TarFile[] {
  const files: TarFile[] = [];
  let path: string | undefined;
  for (let at = 0; at < archive.length && archive[at] !== 0; ) {
    const header = archive.subarray(at, at + 512);
    const readText = (from: number, length: number) =>
      header.toString("utf8", from, from + length).split("\0", 1)[0] ?? "";
    const readOctal = (from: number, length: number) => Number.parseInt(readText(from, length), 8);
    const size = readOctal(124, 12);
    const sum = header.reduce((total, byte, index) => total + (index >= 148 && index < 156 ? 32 : byte), 0);
    if (sum !== readOctal(148, 8)) throw new Error(`The header at ${at} has a wrong checksum.`);
    const content = archive.subarray(at + 512, at + 512 + size);
    if (readText(156, 1) === "x") path = readPath(content);
    else {
      const [mode, owner, time] = [readOctal(100, 8), readOctal(108, 8), readOctal(136, 12)];
      files.push({ path: path ?? readText(0, 100), mode, owner, time, content });
      path = undefined;
    }
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return files;
}

function readPath(record: Buffer): string {
  const [, length = "", path = ""] = /^(\d+) path=(.*)\n$/s.exec(record.toString()) ?? [];
  if (Number(length) !== record.length) throw new Error(`The record has ${record.length} bytes instead of ${length}.`);
  return path;
}
