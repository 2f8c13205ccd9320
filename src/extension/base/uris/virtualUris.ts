import * as l10n from "@vscode/l10n";
import type { Deployment } from "../../../contract/deployments.ts";
import { isOperationName } from "../../../contract/operationNames.ts";
import type { OperationName } from "../../../contract/operations.ts";
import { joinWords } from "../../../text/joinWords.ts";
import type { AuditLogId } from "../../account/model/auditLogs.ts";
import { virtualScheme } from "./virtualScheme.ts";

/**
 * Path and query of a URI, decoded as VS Code does: the path is for the tab's title, the query identifies the
 * document.
 */
export interface VirtualUriParts {
  readonly path: string;
  readonly query: string;
}

/** The resource that a virtual document shows. */
export type VirtualDocumentId =
  | { readonly kind: "log"; readonly deploymentId: string }
  | { readonly kind: "file"; readonly artifactId: string; readonly version: string; readonly path: string }
  | { readonly kind: "text"; readonly id: string }
  | ({ readonly kind: "audit" } & AuditLogId)
  | ConsoleDocumentId;

export interface VersionFileLocation {
  /** The name of the server or skill. */
  readonly name: string;
  readonly artifactId: string;
  readonly version: string;
  readonly path: string;
}

/** The log's name ends in `.log`, so that VS Code highlights it as a log. */
export function deploymentLogUri({ id, version }: Pick<Deployment, "id" | "version">, serverName: string): string {
  return createVirtualUri(["deployment", `${joinWords(serverName, version)}.log`], { id });
}

/** The folder has the name of the server or skill, because VS Code compares the name of a skill with it. */
export function versionFileUri({ name, artifactId, version, path }: VersionFileLocation): string {
  return createVirtualUri(["version", version, name, ...path.split("/")], { artifact: artifactId, version });
}

/** One document for each organization and filter. */
export function auditLogUri({ organizationId, organization, filter }: AuditLogId): string {
  const title = l10n.t`Audit Log of ${organization}`;
  const name = filter === "" ? title : `${title} (${filter})`;
  return createVirtualUri(["audit", `${name}.log`], { id: organizationId, organization, filter });
}

/** A text under this name, in this folder; the file extension selects the language. */
export function textUri(id: string, { name, folder }: { readonly name: string; readonly folder?: string }): string {
  return createVirtualUri(["text", ...(folder === undefined ? [] : [folder]), name], { id });
}

/** undefined for another document. */
export function readVirtualDocumentId({ path, query }: VirtualUriParts): VirtualDocumentId | undefined {
  const [, kind, , , ...rest] = path.split("/");
  const parameters = new URLSearchParams(query);
  const id = parameters.get("id");
  const ofConsole = readConsolePath(path);
  if (ofConsole) return ofConsole;
  if (kind === "deployment" && id) return { kind: "log", deploymentId: id };
  if (kind === "text" && id) return { kind: "text", id };
  if (kind === "audit" && id) {
    const [organization = id, filter = ""] = [parameters.get("organization") ?? id, parameters.get("filter") ?? ""];
    return { kind: "audit", organizationId: id, organization, filter };
  }
  const artifactId = parameters.get("artifact");
  const version = parameters.get("version");
  if (kind !== "version" || !artifactId || !version || rest.length === 0) return undefined;
  return { kind: "file", artifactId, version, path: rest.join("/") };
}

/** Encodes each part as one path segment. */
export function createVirtualUri(parts: readonly string[], query: Readonly<Record<string, string>>): string {
  const path = parts.map((part) => encodeURIComponent(asOnePart(part))).join("/");
  // VS Code decodes a query as a whole, so separators within fields are encoded twice.
  const fields = Object.entries(query).map(
    ([name, value]) => `${name}=${encodeURIComponent(encodeURIComponent(value.toWellFormed()))}`,
  );
  return `${virtualScheme}:/${path}?${fields.join("&")}`;
}

/** Formats the parts that VS Code passes as a URI. */
export function formatVirtualUri({ path, query }: VirtualUriParts): string {
  return `${virtualScheme}:${path.split("/").map(encodeURIComponent).join("/")}?${encodeURIComponent(query)}`;
}

/** undefined for another scheme. */
export function splitVirtualUri(uri: string): VirtualUriParts | undefined {
  const url = uri.startsWith(`${virtualScheme}:`) ? URL.parse(uri) : null;
  if (!url) return undefined;
  try {
    return { path: decodeURIComponent(url.pathname), query: decodeURIComponent(url.search.slice(1)) };
  } catch {
    // An invalid percent escape: not a URI that VS Code created.
    return undefined;
  }
}

/** Users choose the names: a name may hold slashes, or equal `..`. */
function asOnePart(text: string): string {
  return text.toWellFormed().replaceAll(/[/\\]/g, "-").replace(/^\.+$/, "-") || "-";
}

/** Paths of the console's documents: each operation has one input and one response. */
export function consolePath(kind: "input" | "answer", name: OperationName): string {
  return kind === "input" ? `/operation/${name}/input.json` : `/answer/${name}/answer.json`;
}

export function consoleUri(kind: "input" | "answer", name: OperationName): string {
  return `${virtualScheme}:${consolePath(kind, name)}`;
}

/** A document of the console. */
type ConsoleDocumentId =
  | { readonly kind: "input"; readonly name: OperationName }
  | { readonly kind: "answer"; readonly name: OperationName };

/** undefined for another path. */
export function readConsolePath(path: string): ConsoleDocumentId | undefined {
  const [, folder, name, file] = /^\/(operation|answer)\/([^/]+)\/(input|answer)\.json$/.exec(path) ?? [];
  if (name === undefined || !isOperationName(name)) return undefined;
  if (folder === "operation" && file === "input") return { kind: "input", name };
  return folder === "answer" && file === "answer" ? { kind: "answer", name } : undefined;
}

/** The operation of a document of the console, by its URI. */
export function findOperationOfUri(uri: string): OperationName | undefined {
  const [scheme, path = ""] = uri.split(":");
  return scheme === virtualScheme ? readConsolePath(path)?.name : undefined;
}
