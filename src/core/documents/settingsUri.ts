import { createVirtualUri, type VirtualUriParts } from "./virtualUris.ts";

/** Whose settings can be edited as a document. */
export const settingsKinds = ["project", "server", "skill", "user"] as const;
export type SettingsKind = (typeof settingsKinds)[number];

/** What a document of settings is about, wherever the window is connected by now. */
export interface SettingsLocation {
  readonly kind: SettingsKind;
  readonly connectionId: string;
  /** undefined: the key's own, where the service does not say which that is. */
  readonly organizationId: string | undefined;
  readonly id: string;
}

const words = { project: "project", server: "server", skill: "skill", user: "user settings" } as const;

/** The file's name is what the tab says: `Tiny (server).json`. */
export function settingsUri({ kind, connectionId, organizationId, id }: SettingsLocation, name: string): string {
  const query = { connection: connectionId, ...(organizationId && { organization: organizationId }), id };
  return createVirtualUri(["settings", kind, `${name} (${words[kind]}).json`], query);
}

/** undefined where it is none of these documents. */
export function parseSettingsUri({ path, query }: VirtualUriParts): SettingsLocation | undefined {
  const [, folder, name] = path.split("/");
  const kind = settingsKinds.find((one) => one === name);
  const wanted = new URLSearchParams(query);
  const [connectionId, organizationId, id] = ["connection", "organization", "id"].map((field) => wanted.get(field));
  if (folder !== "settings" || !kind || !connectionId || !id) return undefined;
  return { kind, connectionId, organizationId: organizationId ?? undefined, id };
}

/** Whom its calls are about; a service that names no organization has the key's own alone. */
export function readOrganizationOption({ organizationId }: SettingsLocation): { readonly organizationId?: string } {
  return organizationId === undefined ? {} : { organizationId };
}

/** `tiny.json` of `/settings/server/tiny.json`. */
export function readSettingsFileName({ path }: VirtualUriParts): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
