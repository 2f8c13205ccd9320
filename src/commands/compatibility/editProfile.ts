import { profileUri } from "../../core/documents/profileUri.ts";
import type { App, CommandHandler } from "../app.ts";
import { ensureSession } from "./ensureSession.ts";

/** Opens what is known of how the service speaks as a document: saving it is to keep it. */
export const editProfile: CommandHandler<Pick<App, "client" | "connections" | "documents">> = async (app) => {
  const used = await ensureSession(app);
  if (used) await app.documents.show(profileUri(used.connection), { preview: false });
};
