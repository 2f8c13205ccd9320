import type { ServiceClient } from "../../client/client.ts";
import { defaultUserSettings, type UserSettings } from "../../contract/userSettings.ts";
import { isAbortError } from "../foundation/failure.ts";

type Known = Pick<UserSettings, "defaultProjectId" | "notifyOn">;

/** The user's settings as far as the editor goes by them; the usual ones where the service keeps none or cannot say. */
export async function readUserSettings(client: ServiceClient): Promise<Known> {
  try {
    return await client.call("userSettings.get", {});
  } catch (error) {
    if (isAbortError(error)) throw error;
    return defaultUserSettings;
  }
}
