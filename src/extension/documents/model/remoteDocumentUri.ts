import { createVirtualUri, type VirtualUriParts } from "../../base/uris/virtualUris.ts";
import type { Connection } from "../../connection/model/connection.ts";

/** The resources whose settings can be edited as a document. */
export const settingsKinds = ["project", "server", "skill", "user"] as const;
export type SettingsKind = (typeof settingsKinds)[number];

/** The resource of a settings document, whatever connection is active. */
export interface SettingsLocation {
  readonly kind: SettingsKind;
  readonly connectionId: string;
  /** undefined: the key's own organization, when the service does not return its id. */
  readonly organizationId: string | undefined;
  readonly id: string;
}

const words = { project: "project", server: "server", skill: "skill", user: "user settings" } as const;

/** The file name is the tab's title: `Tiny (server).json`. */
export function settingsUri({ kind, connectionId, organizationId, id }: SettingsLocation, name: string): string {
  const query = { connection: connectionId, ...(organizationId && { organization: organizationId }), id };
  return createVirtualUri(["settings", kind, `${name} (${words[kind]}).json`], query);
}

/** undefined for another document. */
export function parseSettingsUri({ path, query }: VirtualUriParts): SettingsLocation | undefined {
  const [, folder, name] = path.split("/");
  const kind = settingsKinds.find((one) => one === name);
  const parameters = new URLSearchParams(query);
  const [connectionId, organizationId, id] = ["connection", "organization", "id"].map((field) => parameters.get(field));
  if (folder !== "settings" || !kind || !connectionId || !id) return undefined;
  return { kind, connectionId, organizationId: organizationId ?? undefined, id };
}

/** The organization of the requests; without an id the key's own is used. */
export function readOrganizationOption({ organizationId }: SettingsLocation): { readonly organizationId?: string } {
  return organizationId === undefined ? {} : { organizationId };
}

/** `tiny.json` of `/settings/server/tiny.json`. */
export function readSettingsFileName({ path }: VirtualUriParts): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Whether saving the document sends it to a service or changes a connection's profile. */
export function isRemoteDocument(uri: VirtualUriParts): boolean {
  return parseSettingsUri(uri) !== undefined || parseProfileUri(uri) !== undefined;
}

/** The document of a connection's profile. */
export function profileUri({ id, name }: Pick<Connection, "id" | "name">): string {
  return createVirtualUri(["profile", `${name} (profile).json`], { connection: id });
}

/** The connection of a profile document; undefined for another document. */
export function parseProfileUri({ path, query }: VirtualUriParts): string | undefined {
  const [, folder, name] = path.split("/");
  if (folder !== "profile" || !name) return undefined;
  return new URLSearchParams(query).get("connection") ?? undefined;
}
