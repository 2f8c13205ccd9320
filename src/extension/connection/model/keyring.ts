import * as z from "zod";
import { type ClientCredentials, clientCredentialsSchema } from "../../../contract/dialectProfile.ts";
import { tryParseJson } from "../../../text/tryParseJson.ts";
import type { Disposable, Secrets } from "../../base/ports.ts";
import { type Connection, readUrlOrigin } from "./connection.ts";
import { keySecretPrefix, readSecretIds } from "./secretNames.ts";

/** A key, or the client secret that OAuth client credentials need. */
export interface StoredKey {
  readonly key: string;
  /** What the key is the client secret of; undefined: it is sent to the service itself. */
  readonly clientCredentials?: ClientCredentials | undefined;
  /** A sign-in in the browser issued the key, for this connection alone. */
  readonly isFromSignIn?: boolean | undefined;
}

/** A key, or a client secret, that a service accepted. */
export type VerifiedKey = Pick<StoredKey, "key" | "isFromSignIn">;

/** A key, or a client secret, for the service at a URL. */
export interface ConnectionCredentials extends VerifiedKey {
  readonly baseUrl: string;
}

/** A key in use. After it is cleared, `read` returns nothing. */
export interface KeyHandle {
  /** The key, or the client secret of these credentials; undefined for credentials that it was not stored for. */
  readonly read: (clientCredentials?: ClientCredentials) => string | undefined;
  /** The text, whatever it is for: to find it in other texts. */
  readonly readText: () => string | undefined;
  readonly clear: () => void;
}

export function createKeyHandle({ key, clientCredentials: own }: StoredKey): KeyHandle {
  let current: string | undefined = key;
  return {
    read: (clientCredentials) => (isSameClient(own, clientCredentials) ? current : undefined),
    readText: () => current,
    clear: () => {
      current = undefined;
    },
  };
}

/** Whether a secret for one client is for the other too: the same client of the same server. */
export function isSameClient(one: ClientCredentials | undefined, other: ClientCredentials | undefined): boolean {
  if (!one || !other) return one === other;
  return one.clientId === other.clientId && readUrlOrigin(one.tokenUrl) === readUrlOrigin(other.tokenUrl);
}

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
      const entry = entrySchema.safeParse(tryParseJson((await secrets.get(keySecretPrefix + id)) ?? "")).data;
      if (!entry) return undefined;
      const origin = readUrlOrigin(baseUrl);
      if (origin === undefined || origin !== readUrlOrigin(entry.baseUrl)) return undefined;
      const { key, clientCredentials, isFromSignIn } = entry;
      return { key, ...(clientCredentials && { clientCredentials }), ...(isFromSignIn && { isFromSignIn }) };
    },
    write: ({ id, baseUrl }, stored) =>
      secrets.set(
        keySecretPrefix + id,
        JSON.stringify({ version: stored.clientCredentials ? 2 : 1, baseUrl, ...stored }),
      ),
    delete: (id) => secrets.delete(keySecretPrefix + id),
    ids: async () => new Set(await readSecretIds(secrets, keySecretPrefix)),
    onDidChange: (listener) =>
      secrets.onDidChange((name) => {
        if (name.startsWith(keySecretPrefix)) listener(name.slice(keySecretPrefix.length));
      }),
  };
}
