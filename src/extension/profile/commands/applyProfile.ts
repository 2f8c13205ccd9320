import type { DialectProfile } from "../../../contract/dialectProfile.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import type { ConnectionProfile } from "../../connection/model/connectionProfile.ts";
import { isSameClient } from "../../connection/model/keyring.ts";
import { isSameFact } from "../../connection/model/profileFacts.ts";

const views = ["projects", "servers", "skills", "deployments", "registry", "account"] as const;

/** Reads and writes the service with this profile from now on, and refreshes what is shown. */
export async function applyProfile(
  app: ConnectedServices,
  profileStore: ConnectionProfile,
  profile: DialectProfile,
): Promise<void> {
  const before = profileStore.read();
  // Connecting detects how the key is sent.
  const isCredentialUnknown = profile.dialect === "other" && before.credential && !profile.credential;
  // Connecting checks what the key is stored for.
  const isOtherClient = !isSameClient(before.credential?.clientCredentials, profile.credential?.clientCredentials);
  // Connecting reads who the user is.
  const isOtherUser = !isSameFact(before.kinds?.user, profile.kinds?.user);
  const isOther = isCredentialUnknown || isOtherClient || isOtherUser || before.dialect !== profile.dialect;
  profileStore.replace(isCredentialUnknown ? { ...profile, dialect: "unknown" } : profile);
  const connection = app.connections.active();
  // Connecting selects the client of a dialect.
  if (isOther && connection) await app.connections.use(connection.id);
  app.refresh(...views.map((view) => `fairlead.${view}` as const));
}
