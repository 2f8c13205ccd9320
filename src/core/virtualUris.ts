import type { Deployment } from "../contract/deployments.ts";

/** Scheme of the documents that only the service holds. */
export const virtualScheme = "fairlead";

/** What a virtual document's path stands for. */
export type VirtualPath =
  | { readonly kind: "log"; readonly deploymentId: string }
  | { readonly kind: "file"; readonly artifactId: string; readonly version: string; readonly path: string };

export interface VersionFile {
  readonly serverId: string;
  readonly artifactId: string;
  readonly version: string;
  readonly path: string;
}

/** The log's name ends in `.log`, which is what VS Code colours logs by. */
export function deploymentLogUri({ id, version }: Pick<Deployment, "id" | "version">, serverName: string): string {
  return uriOf("deployment", id, `${serverName.replaceAll(/[/\\]/g, "-")} ${version}.log`);
}

export function versionFileUri({ serverId, artifactId, version, path }: VersionFile): string {
  return uriOf("version", serverId, artifactId, version, ...path.split("/"));
}

/** The meaning of a decoded path; undefined where it is none of ours. Ids may hold `/`: within a part it stays encoded. */
export function readVirtualPath(path: string): VirtualPath | undefined {
  const [, kind, first, second, version, ...rest] = path.split("/");
  if (kind === "deployment" && first && second !== undefined && version === undefined) {
    return { kind: "log", deploymentId: unescapePart(first) };
  }
  if (kind !== "version" || !first || !second || !version) return undefined;
  return { kind: "file", artifactId: unescapePart(second), version: unescapePart(version), path: rest.join("/") };
}

function uriOf(...parts: readonly string[]): string {
  const [kind = "", ...rest] = parts;
  const own = kind === "version" ? 3 : 1;
  const escaped = rest.map((part, index) => encodeURIComponent(index < own ? escapePart(part) : part));
  return `${virtualScheme}:/${[kind, ...escaped].join("/")}`;
}

// VS Code decodes a URI's path, so a slash within a part needs an escape that survives that.
const escapePart = (part: string) => part.replaceAll("~", "~0").replaceAll("/", "~1");
const unescapePart = (part: string) => part.replaceAll("~1", "/").replaceAll("~0", "~");
