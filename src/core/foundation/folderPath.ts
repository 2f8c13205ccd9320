import { fileURLToPath } from "node:url";
import type { Place, SkillRoot } from "./ports.ts";

export function uriOf({ root, path }: Place): string {
  const below = path.split("/").filter(Boolean).map(encodeURIComponent);
  return [root.replace(/\/+$/, ""), ...below].join("/");
}

/** A file of a place, or a folder below it. */
export function below({ root, path }: Place, more: string): Place {
  return { root, path: [path, more].filter(Boolean).join("/") };
}

/** As the machine writes it; the URI where it is not on this one. */
export function pathOf(place: Place): string {
  const uri = uriOf(place);
  return uri.startsWith("file://") ? fileURLToPath(uri) : uri;
}

/** As people say it: below their folder of the workspace, or below `~`. */
export function placeLabel({ place, scope }: { readonly place: Place; readonly scope: "workspace" | "user" }): string {
  return scope === "user" ? `~/${place.path}` : place.path;
}

/** Whether two URIs name one place: they may be encoded differently. */
export function sameUri(one: string, other: string): boolean {
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
export function placeOf(uri: string, roots: readonly string[]): Place | undefined {
  const text = decoded(uri);
  const root = roots
    .toSorted((one, other) => other.length - one.length)
    .find((candidate) => text === decoded(candidate) || text.startsWith(`${decoded(candidate)}/`));
  return root === undefined ? undefined : { root, path: text.slice(decoded(root).length + 1) };
}

/** A folder by its way from the folder of the workspace that it is in; where it is in none it is a root itself. */
export function placeIn(roots: readonly SkillRoot[], uri: string): Place {
  const folders = roots.flatMap((root) => (root.scope === "workspace" ? [root.uri] : []));
  return placeOf(uri, folders) ?? { root: uri, path: "" };
}
