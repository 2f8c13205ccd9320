import type { Command } from "../../core/app.ts";
import { profileUri } from "../../core/profile/profilePlace.ts";
import { sessionInUse } from "./sessionInUse.ts";

/** Opens what is known of how the service speaks as a document: saving it is to keep it. */
export const editProfile: Command = async (app) => {
  const used = await sessionInUse(app);
  if (used) await app.documents.show(profileUri(used.connection), { preview: false });
};
