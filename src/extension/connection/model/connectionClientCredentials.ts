import type { ClientCredentials } from "../../../contract/dialectProfile.ts";
import type { ConnectionProfile } from "./connectionProfile.ts";
import type { StoredKey } from "./keyHandle.ts";

/** The OAuth client credentials that a service is called with. */
export function readClientCredentials(profile: Pick<ConnectionProfile, "read">): ClientCredentials | undefined {
  return profile.read().credential?.clientCredentials;
}

/** Makes the profile say what a key was stored for, when another window stored it. */
export function setClientCredentials(profile: ConnectionProfile, { clientCredentials }: StoredKey): void {
  const { credential, ...known } = profile.read();
  const { clientCredentials: _, ...way } = credential ?? { header: "Authorization", scheme: "Bearer" };
  if (clientCredentials) profile.replace({ ...known, credential: { ...way, clientCredentials } });
  else profile.replace(known);
}
