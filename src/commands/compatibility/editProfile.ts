import { profileUri } from "../../core/documents/profileUri.ts";
import type { Command } from "../app.ts";
import { sessionInUse } from "./ensureSession.ts";

/** Opens what is known of how the service speaks as a document: saving it is to keep it. */
export const editProfile: Command = async (app) => {
  const used = await sessionInUse(app);
  if (used) await app.documents.show(profileUri(used.connection), { preview: false });
};
