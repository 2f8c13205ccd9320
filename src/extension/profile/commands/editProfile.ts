import { profileUri } from "../../documents/model/profileUri.ts";
import type { App, CommandHandler } from "../../workbench/app.ts";
import { ensureSession } from "./ensureSession.ts";

/** Opens the profile of the service as a document; saving it applies it. */
export const editProfile: CommandHandler<Pick<App, "client" | "connections" | "documents">> = async (app) => {
  const used = await ensureSession(app);
  if (used) await app.documents.show(profileUri(used.connection), { preview: false });
};
