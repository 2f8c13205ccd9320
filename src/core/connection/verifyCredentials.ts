import type { Me } from "../../contract/identity.ts";
import { readClientCredentials } from "./connectionClientCredentials.ts";
import type { ConnectionProfile } from "./connectionProfile.ts";
import { createKeyHandle } from "./keyHandle.ts";
import type { OpenClient } from "./openConnection.ts";
import { readMe } from "./readMe.ts";

export interface ConnectionCredentials {
  readonly baseUrl: string;
  readonly key: string;
}

/** Reads the user of a key that is not stored. What the contact teaches of the service goes to the draft of a profile. */
export async function verifyCredentials(
  openClient: OpenClient,
  { baseUrl, key }: ConnectionCredentials,
  draft: ConnectionProfile,
  signal?: AbortSignal,
): Promise<Me> {
  const keyHandle = createKeyHandle({ key, clientCredentials: readClientCredentials(draft) });
  const client = await openClient({
    ...{ baseUrl, profileStore: draft },
    key: async (clientCredentials) => keyHandle.read(clientCredentials),
  });
  try {
    return await readMe(client, draft, signal);
  } finally {
    await client.close();
  }
}
