import { crc32, deflateRawSync } from "node:zlib";

/** A file of an archive; the other fields replace what an honest archive says. */
export interface ZipFile {
  readonly path: string;
  readonly bytes?: Uint8Array | string;
  readonly mode?: number;
  readonly isStored?: boolean;
  readonly size?: number;
  readonly crc?: number;
  readonly flags?: number;
  readonly method?: number;
  readonly localPath?: string;
  /** The position of another file's bytes. */
  readonly offset?: number;
}

/** A zip archive, as wrong as its files say. */
export function createZip(files: readonly ZipFile[], comment = ""): Buffer {
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  let position = 0;
  for (const file of files) {
    const content = Buffer.from(file.bytes ?? "");
    const packed = file.isStored ? content : deflateRawSync(content);
    const localPath = Buffer.from(file.localPath ?? file.path);
    const head = createHead(file, content, packed);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    head.copy(local, 4);
    local.writeUInt16LE(localPath.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt8(3, 5);
    head.copy(entry, 6);
    entry.writeUInt16LE(Buffer.byteLength(file.path), 28);
    entry.writeUInt32LE(((file.mode ?? 0o100644) << 16) >>> 0, 38);
    entry.writeUInt32LE(file.offset ?? position, 42);
    entries.push(entry, Buffer.from(file.path));
    locals.push(local, localPath, packed);
    position += local.length + localPath.length + packed.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(position, 16);
  end.writeUInt16LE(Buffer.byteLength(comment), 20);
  return Buffer.concat([...locals, directory, end, Buffer.from(comment)]);
}

/** The fields that both headers have: from the version to the size. */
function createHead(file: ZipFile, content: Buffer, packed: Buffer): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(20, 0);
  head.writeUInt16LE(file.flags ?? 0x0800, 2);
  head.writeUInt16LE(file.method ?? (file.isStored ? 0 : 8), 4);
  head.writeUInt32LE(file.crc ?? crc32(content), 10);
  head.writeUInt32LE(packed.length, 14);
  head.writeUInt32LE(file.size ?? content.length, 18);
  return head;
}
