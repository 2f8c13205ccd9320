import type { ServiceClient } from "../../../client/client.ts";
import { defaultUserSettings, type UserSettings } from "../../../contract/userSettings.ts";
import { isAbortError } from "../../base/failure.ts";

type Known = Pick<UserSettings, "defaultProjectId" | "notifyOn">;

/** The user settings that the editor applies; the defaults when the service stores none or does not return them. */
export async function readUserSettings(client: ServiceClient): Promise<Known> {
  try {
    return await client.call("userSettings.get", {});
  } catch (error) {
    if (isAbortError(error)) throw error;
    return defaultUserSettings;
  }
}
