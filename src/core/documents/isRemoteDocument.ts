import { parseProfileUri } from "./profileUri.ts";
import { parseSettingsUri } from "./settingsUri.ts";
import type { VirtualUriParts } from "./virtualUris.ts";

/** Whether saving the document sends it to a service or changes a connection's profile. */
export function isRemoteDocument(uri: VirtualUriParts): boolean {
  return parseSettingsUri(uri) !== undefined || parseProfileUri(uri) !== undefined;
}
