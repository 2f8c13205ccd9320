import type { ConnectedServices } from "../../connection/connectionServices.ts";
import { readSelectedOrganization } from "../../connection/model/selectedOrganization.ts";
import { type SettingsLocation, settingsUri } from "../model/remoteDocumentUri.ts";

/** Opens the settings of a resource as a document, for the active connection and organization. */
export async function openSettingsDocument(
  app: ConnectedServices,
  { name, ...what }: Pick<SettingsLocation, "kind" | "id"> & { readonly name: string },
): Promise<void> {
  const session = app.connections.session();
  if (session.kind !== "connected") return;
  const connectionId = session.connection.id;
  const organizationId = readSelectedOrganization(app.memory, connectionId)?.id ?? session.me.organizationId;
  // An open document may be outdated.
  app.refresh();
  await app.documents.show(settingsUri({ ...what, connectionId, organizationId }, name), { preview: false });
}
