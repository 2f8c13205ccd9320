import * as z from "zod";
import { clientCredentialsSchema } from "../../../contract/dialectProfile.ts";
import { tryParseJson } from "../../../text/tryParseJson.ts";
import type { Disposable, Secrets } from "../../base/ports.ts";
import { type Connection, readUrlOrigin } from "./connection.ts";
import type { StoredKey } from "./keyHandle.ts";
import { keySecretPrefix as prefix, readSecretIds } from "./secretNames.ts";

const entrySchema = z.object({
  /** 2 has client credentials: a version of Fairlead that does not know them must not send their secret as a key. */
  version: z.union([z.literal(1), z.literal(2)]),
  baseUrl: z.string(),
  key: z.string().min(1),
  clientCredentials: clientCredentialsSchema.optional(),
  isFromSignIn: z.boolean().optional(),
});

/** One key per connection, bound to the origin it was stored for: it is never returned for another origin. */
export interface Keyring {
  read(connection: Connection): Promise<StoredKey | undefined>;
  write(connection: Connection, key: StoredKey): Promise<void>;
  delete(id: string): Promise<void>;
  /** The connections that have a key; reads no key. */
  ids(): Promise<ReadonlySet<string>>;
  /** Also fires when another window changes a key. */
  onDidChange(listener: (connectionId: string) => void): Disposable;
}

export function createKeyring(secrets: Secrets): Keyring {
  return {
    read: async ({ id, baseUrl }) => {
      const entry = entrySchema.safeParse(tryParseJson((await secrets.get(prefix + id)) ?? "")).data;
      if (!entry) return undefined;
      const origin = readUrlOrigin(baseUrl);
      if (origin === undefined || origin !== readUrlOrigin(entry.baseUrl)) return undefined;
      const { key, clientCredentials, isFromSignIn } = entry;
      return { key, ...(clientCredentials && { clientCredentials }), ...(isFromSignIn && { isFromSignIn }) };
    },
    write: ({ id, baseUrl }, stored) =>
      secrets.set(prefix + id, JSON.stringify({ version: stored.clientCredentials ? 2 : 1, baseUrl, ...stored })),
    delete: (id) => secrets.delete(prefix + id),
    ids: async () => new Set(await readSecretIds(secrets, prefix)),
    onDidChange: (listener) =>
      secrets.onDidChange((name) => {
        if (name.startsWith(prefix)) listener(name.slice(prefix.length));
      }),
  };
}
