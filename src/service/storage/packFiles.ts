import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { packTar } from "modern-tar";

/** Compresses outside of this thread: the files of a version may take seconds. */
const compress = promisify(gzip);

/** A compressed archive. The same files give the same bytes: there are no times in it. */
export async function packFiles(
  files: readonly { readonly path: string; readonly content: Uint8Array }[],
): Promise<Uint8Array<ArrayBuffer>> {
  const archive = await packTar(
    files.map(({ path, content }) => ({
      header: { name: path, size: content.length, type: "file", mode: 0o644, mtime: new Date(0), uid: 0, gid: 0 },
      body: content,
    })),
  );
  return new Uint8Array(await compress(archive, { level: 9 }));
}
