import { parseProfileUri } from "./profileUri.ts";
import { parseSettingsUri } from "./settingsUri.ts";
import type { VirtualUriParts } from "./virtualUris.ts";

/** Whether it is a document that is saved elsewhere than in a file: settings at a service, or a connection's profile. */
export function isRemoteDocument(at: VirtualUriParts): boolean {
  return parseSettingsUri(at) !== undefined || parseProfileUri(at) !== undefined;
}
