import { createHash } from "node:crypto";
import { computeFileDigest } from "../../base/fileDigest.ts";
import type { FolderFile } from "../../base/skillFolders.ts";

/** The `skills` command line tool's hash of a folder: every path and content in order. */
export function computeToolHash(files: readonly FolderFile[]): string {
  const hash = createHash("sha256");
  for (const { path, bytes } of files.toSorted((one, other) => one.path.localeCompare(other.path))) {
    hash.update(path).update(bytes);
  }
  return hash.digest("hex");
}

/** The tool's digest of a skill from an index of the older form. */
export function computeIndexDigest(files: readonly FolderFile[]): string {
  const hash = createHash("sha256");
  for (const { path, bytes } of files.toSorted((one, other) => (one.path < other.path ? -1 : 1)))
    hash.update(path).update("\0").update(bytes).update("\0");
  return `sha256:${hash.digest("hex")}`;
}

/** Git's SHA-1 of the tree with just these files. */
export function computeGitTreeHash(files: readonly FolderFile[]): string {
  return hashTree(files.map((file) => ({ ...file, parts: file.path.split("/") }))).toString("hex");
}

interface TreeFile extends FolderFile {
  readonly parts: readonly string[];
}

function hashTree(files: readonly TreeFile[]): Buffer {
  const entries = [...Map.groupBy(files, ({ parts }) => parts[0] ?? "")].map(([name, own]) => {
    const [file] = own;
    if (file?.parts.length === 1)
      return {
        name,
        sorted: name,
        mode: file.isExecutable ? "100755" : "100644",
        hash: hashObject("blob", file.bytes),
      };
    const hash = hashTree(own.map((one) => ({ ...one, parts: one.parts.slice(1) })));
    // Git sorts a folder as if its name ended in a slash.
    return { name, sorted: `${name}/`, mode: "40000", hash };
  });
  const sorted = entries.toSorted((one, other) => Buffer.compare(Buffer.from(one.sorted), Buffer.from(other.sorted)));
  return hashObject(
    "tree",
    Buffer.concat(sorted.flatMap(({ mode, name, hash }) => [Buffer.from(`${mode} ${name}\0`), hash])),
  );
}

const hashObject = (type: string, bytes: Uint8Array) =>
  createHash("sha1").update(`${type} ${bytes.length}\0`).update(bytes).digest();

/**
 * Whether the files are those that the tool installed for the user. Its global lock file has a hash of the source's folder, of which the
 * tool leaves out some files, so that another hash proves no change.
 */
export function isAsInGlobalLock(entry: Readonly<Record<string, unknown>>, files: readonly FolderFile[]): boolean {
  const { skillFolderHash, wellKnownDigest } = entry;
  if (typeof wellKnownDigest !== "string") {
    return [computeGitTreeHash(files), computeToolHash(files)].some((hash) => hash === skillFolderHash);
  }
  const [first, ...others] = files;
  const isSingle = first && others.length === 0 && computeFileDigest(first.bytes) === wellKnownDigest;
  return isSingle || computeIndexDigest(files) === wellKnownDigest;
}

/** The name of the folder that the tool makes for a skill. */
export function toToolFolderName(name: string): string {
  const plain = name.toLowerCase().replace(/[^a-z0-9._]+/g, "-");
  return plain.replace(/^[.-]+|[.-]+$/g, "").slice(0, 255) || "unnamed-skill";
}
