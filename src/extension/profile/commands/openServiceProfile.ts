import type { CommandHandler } from "../../base/editorServices.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import { profileUri } from "../../documents/model/remoteDocumentUri.ts";
import type { ProfileServices } from "../profileServices.ts";
import { ensureSession } from "./ensureSession.ts";

/** Opens the page on which the user says what the values of the service mean. */
export const openServiceProfile: CommandHandler<
  ConnectedServices & Pick<ProfileServices, "showServiceProfile">
> = async (app) => {
  if (await ensureSession(app)) app.showServiceProfile();
};

/** Opens the profile of the service as a document; saving it applies it. */
export const openProfile: CommandHandler<ConnectedServices> = async (app) => {
  const session = await ensureSession(app);
  if (session) await app.documents.show(profileUri(session.connection), { preview: false });
};
