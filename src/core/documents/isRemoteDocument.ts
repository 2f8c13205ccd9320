import { readProfilePlace } from "./profileUri.ts";
import { readSettingsPlace } from "./settingsUri.ts";
import type { VirtualPlace } from "./virtualUris.ts";

/** Whether it is a document that is saved elsewhere than in a file: settings at a service, or a connection's profile. */
export function isEditedPlace(at: VirtualPlace): boolean {
  return readSettingsPlace(at) !== undefined || readProfilePlace(at) !== undefined;
}
