import type { Deployment } from "../../contract/deployments.ts";
import { joinWords } from "../../text/joinWords.ts";
import { type ConsoleDocumentId, readConsolePath } from "../console/consoleUris.ts";
import { virtualScheme } from "../foundation/virtualScheme.ts";

/** Path and query of a URI, decoded as VS Code does: the path is what people read, the query what is looked up. */
export interface VirtualUriParts {
  readonly path: string;
  readonly query: string;
}

/** What a virtual document stands for. */
export type VirtualDocumentId =
  | { readonly kind: "log"; readonly deploymentId: string }
  | { readonly kind: "file"; readonly artifactId: string; readonly version: string; readonly path: string }
  | { readonly kind: "text"; readonly id: string }
  | ConsoleDocumentId;

export interface VersionFileLocation {
  /** Of the server or skill. */
  readonly name: string;
  readonly artifactId: string;
  readonly version: string;
  readonly path: string;
}

/** The log's name ends in `.log`, which is what VS Code colours logs by. */
export function deploymentLogUri({ id, version }: Pick<Deployment, "id" | "version">, serverName: string): string {
  return createVirtualUri(["deployment", `${joinWords(serverName, version)}.log`], { id });
}

export function versionFileUri({ name, artifactId, version, path }: VersionFileLocation): string {
  return createVirtualUri(["version", name, version, ...path.split("/")], { artifact: artifactId, version });
}

/** A text that was shown under this name; its ending says the language. */
export function textUri(id: string, name: string): string {
  return createVirtualUri(["text", name], { id });
}

/** undefined where it is none of ours. */
export function readVirtualDocumentId({ path, query }: VirtualUriParts): VirtualDocumentId | undefined {
  const [, kind, , , ...rest] = path.split("/");
  const wanted = new URLSearchParams(query);
  const id = wanted.get("id");
  const ofConsole = readConsolePath(path);
  if (ofConsole) return ofConsole;
  if (kind === "deployment" && id) return { kind: "log", deploymentId: id };
  if (kind === "text" && id) return { kind: "text", id };
  const artifactId = wanted.get("artifact");
  const version = wanted.get("version");
  if (kind !== "version" || !artifactId || !version || rest.length === 0) return undefined;
  return { kind: "file", artifactId, version, path: rest.join("/") };
}

/** Each part of the path as one, whatever is in it. */
export function createVirtualUri(parts: readonly string[], query: Readonly<Record<string, string>>): string {
  const path = parts.map((part) => encodeURIComponent(asOnePart(part))).join("/");
  // VS Code decodes a query as a whole, so what separates its fields is encoded once more within them.
  const fields = Object.entries(query).map(
    ([name, value]) => `${name}=${encodeURIComponent(encodeURIComponent(value.toWellFormed()))}`,
  );
  return `${virtualScheme}:/${path}?${fields.join("&")}`;
}

/** The URI of what VS Code names by its parts. */
export function formatVirtualUri({ path, query }: VirtualUriParts): string {
  return `${virtualScheme}:${path.split("/").map(encodeURIComponent).join("/")}?${encodeURIComponent(query)}`;
}

/** undefined where it is of another scheme. */
export function splitVirtualUri(uri: string): VirtualUriParts | undefined {
  const url = uri.startsWith(`${virtualScheme}:`) ? URL.parse(uri) : null;
  if (!url) return undefined;
  try {
    return { path: decodeURIComponent(url.pathname), query: decodeURIComponent(url.search.slice(1)) };
  } catch {
    // A % that begins nothing: no URI that VS Code made.
    return undefined;
  }
}

/** Names are the users': they may hold slashes, or be what a path gives another meaning. */
function asOnePart(text: string): string {
  return text.toWellFormed().replaceAll(/[/\\]/g, "-").replace(/^\.+$/, "-") || "-";
}
