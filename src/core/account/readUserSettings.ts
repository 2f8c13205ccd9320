import type { Client } from "../../client/client.ts";
import { type UserSettings, usualSettings } from "../../contract/userSettings.ts";
import { isAborted } from "../foundation/failure.ts";

type Known = Pick<UserSettings, "defaultProjectId" | "notifyOn">;

/** The user's settings as far as the editor goes by them; the usual ones where the service keeps none or cannot say. */
export async function readUserSettings(client: Client): Promise<Known> {
  try {
    return await client.call("userSettings.get", {});
  } catch (error) {
    if (isAborted(error)) throw error;
    return usualSettings;
  }
}
