import { createHash } from "node:crypto";
import type { FileContent } from "../../../text/files/fileContent.ts";

/** The `skills` command line tool's hash of a folder: every path and content in order. */
export function computeToolHash(files: readonly FileContent[]): string {
  const hash = createHash("sha256");
  for (const { path, bytes } of files.toSorted((one, other) => one.path.localeCompare(other.path))) {
    hash.update(path).update(bytes);
  }
  return hash.digest("hex");
}

/** The tool's digest of a skill from an index of the older form. */
export function computeIndexDigest(files: readonly FileContent[]): string {
  const hash = createHash("sha256");
  for (const { path, bytes } of files.toSorted((one, other) => (one.path < other.path ? -1 : 1)))
    hash.update(path).update("\0").update(bytes).update("\0");
  return `sha256:${hash.digest("hex")}`;
}

/** The name of the folder that the tool makes for a skill. */
export function toToolFolderName(name: string): string {
  const plain = name.toLowerCase().replace(/[^a-z0-9._]+/g, "-");
  return plain.replace(/^[.-]+|[.-]+$/g, "").slice(0, 255) || "unnamed-skill";
}
