import { fileURLToPath } from "node:url";
import * as l10n from "@vscode/l10n";
import type { FolderPath, SkillRoot } from "./skillFolders.ts";

export function folderPathUri({ root, path }: FolderPath): string {
  const below = path.split("/").filter(Boolean).map(encodeURIComponent);
  return [root.replace(/\/+$/, ""), ...below].join("/");
}

/** The path of a file or folder below a folder. */
export function joinFolderPath({ root, path }: FolderPath, more: string): FolderPath {
  return { root, path: [path, more].filter(Boolean).join("/") };
}

/** The path in the system's form; the URI when it is not a local file. */
export function formatFolderPath(folder: FolderPath): string {
  const uri = folderPathUri(folder);
  return uri.startsWith("file://") ? fileURLToPath(uri) : uri;
}

/** The path below the workspace folder, or below `~`. */
export function formatFolderLabel({
  folder,
  scope,
}: {
  readonly folder: FolderPath;
  readonly scope: "workspace" | "user";
}): string {
  return scope === "user" ? `~/${folder.path}` : folder.path;
}

/** Compares two URIs that may be encoded differently. */
export function isSameUri(one: string, other: string): boolean {
  return decoded(one) === decoded(other);
}

function decoded(uri: string): string {
  const text = uri.replace(/\/+$/, "");
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The URI as a path below the longest matching root; undefined when no root matches. */
export function findFolderPath(uri: string, roots: readonly string[]): FolderPath | undefined {
  const text = decoded(uri);
  const root = roots
    .toSorted((one, other) => other.length - one.length)
    .find((candidate) => text === decoded(candidate) || text.startsWith(`${decoded(candidate)}/`));
  return root === undefined ? undefined : { root, path: text.slice(decoded(root).length + 1) };
}

/** The path of a folder below its workspace folder; a folder outside the workspace is a root itself. */
export function findWorkspaceFolderPath(roots: readonly SkillRoot[], uri: string): FolderPath {
  const folders = roots.flatMap((root) => (root.scope === "workspace" ? [root.uri] : []));
  return findFolderPath(uri, folders) ?? { root: uri, path: "" };
}

/** For whom something is installed: in a workspace, or for the user everywhere. */
export const scopeNames = { workspace: l10n.t("workspace"), user: l10n.t("user") } as const;
