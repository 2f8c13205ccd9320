import { gunzipSync } from "node:zlib";
import * as l10n from "@vscode/l10n";
import { unpackTar } from "modern-tar";
import { toVisibleText } from "../../../../text/toVisibleText.ts";
import type { CodeFile } from "../../../registry/model/versionFiles.ts";
import { ArchiveError, archiveLimits, checkArchivePaths, createSizeError, isAddedByMacos, readZip } from "./readZip.ts";

/** The files of a zip archive, or of a tar archive with gzip, by its first bytes. */
export async function readArchive(bytes: Uint8Array): Promise<readonly CodeFile[]> {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return readTar(unpackGzip(bytes));
  return readZip(bytes);
}

function unpackGzip(bytes: Uint8Array): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: archiveLimits.unpackedBytes });
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ERR_BUFFER_TOO_LARGE") throw createSizeError();
    throw new ArchiveError(l10n.t("The archive is not gzip, or it is not whole."), { cause });
  }
}

async function readTar(bytes: Uint8Array): Promise<readonly CodeFile[]> {
  const entries = await unpackTar(bytes, { strict: true }).catch((cause: unknown) => {
    throw new ArchiveError(l10n.t("The archive is not tar, or it is not whole."), { cause });
  });
  const files = entries.flatMap(({ header: { name, type }, data }) => {
    const path = name.replace(/^\.\//, "");
    if (type === "directory" || isAddedByMacos(path)) return [];
    if (type !== "file")
      throw new ArchiveError(
        l10n.t`Nothing of the archive is read, because "${toVisibleText(path)}" is a link or a device.`,
      );
    return [{ path, bytes: data ?? new Uint8Array() }];
  });
  checkArchivePaths(files.map(({ path }) => path));
  return files;
}
