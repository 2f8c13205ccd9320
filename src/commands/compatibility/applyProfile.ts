import type { DialectProfile } from "../../contract/dialectProfile.ts";
import type { ConnectionProfile } from "../../core/connection/connectionProfile.ts";
import type { App } from "../app.ts";

const views = ["projects", "servers", "skills", "deployments", "registry", "account"] as const;

/** From now on the service is read and written as this profile says: what is shown is read again. */
export async function applyProfile(
  app: Pick<App, "connections" | "refresh">,
  keeper: ConnectionProfile,
  profile: DialectProfile,
): Promise<void> {
  const before = keeper.read();
  // How the key is sent is found out when it is connected.
  const isSentAnew = profile.dialect === "other" && before.credential && !profile.credential;
  const isOther = isSentAnew || before.dialect !== profile.dialect;
  keeper.replace(isSentAnew ? { ...profile, dialect: "unknown" } : profile);
  const connection = app.connections.active();
  // Which client speaks to a service is decided when it is connected.
  if (isOther && connection) await app.connections.use(connection.id);
  app.refresh(...views.map((view) => `fairlead.${view}` as const));
}
