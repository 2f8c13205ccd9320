import { fileURLToPath } from "node:url";
import type { FolderPath, SkillRoot } from "./ports.ts";

export function folderPathUri({ root, path }: FolderPath): string {
  const below = path.split("/").filter(Boolean).map(encodeURIComponent);
  return [root.replace(/\/+$/, ""), ...below].join("/");
}

/** A file of a place, or a folder below it. */
export function joinFolderPath({ root, path }: FolderPath, more: string): FolderPath {
  return { root, path: [path, more].filter(Boolean).join("/") };
}

/** As the machine writes it; the URI where it is not on this one. */
export function formatFolderPath(place: FolderPath): string {
  const uri = folderPathUri(place);
  return uri.startsWith("file://") ? fileURLToPath(uri) : uri;
}

/** As people say it: below their folder of the workspace, or below `~`. */
export function formatFolderLabel({
  place,
  scope,
}: {
  readonly place: FolderPath;
  readonly scope: "workspace" | "user";
}): string {
  return scope === "user" ? `~/${place.path}` : place.path;
}

/** Whether two URIs name one place: they may be encoded differently. */
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

/** A URI as a place below one of the roots; undefined where it is below none. The longest root counts. */
export function findFolderPath(uri: string, roots: readonly string[]): FolderPath | undefined {
  const text = decoded(uri);
  const root = roots
    .toSorted((one, other) => other.length - one.length)
    .find((candidate) => text === decoded(candidate) || text.startsWith(`${decoded(candidate)}/`));
  return root === undefined ? undefined : { root, path: text.slice(decoded(root).length + 1) };
}

/** A folder by its way from the folder of the workspace that it is in; where it is in none it is a root itself. */
export function findWorkspaceFolderPath(roots: readonly SkillRoot[], uri: string): FolderPath {
  const folders = roots.flatMap((root) => (root.scope === "workspace" ? [root.uri] : []));
  return findFolderPath(uri, folders) ?? { root: uri, path: "" };
}
