import type { VirtualUriParts } from "../../base/uris/virtualUris.ts";
import { parseProfileUri } from "./profileUri.ts";
import { parseSettingsUri } from "./settingsUri.ts";

/** Whether saving the document sends it to a service or changes a connection's profile. */
export function isRemoteDocument(uri: VirtualUriParts): boolean {
  return parseSettingsUri(uri) !== undefined || parseProfileUri(uri) !== undefined;
}
