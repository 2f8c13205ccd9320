import { createVirtualUri, type VirtualUriParts } from "../../base/uris/virtualUris.ts";
import type { Connection } from "../../connection/model/connection.ts";

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
