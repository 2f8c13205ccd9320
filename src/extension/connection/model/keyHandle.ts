import type { ClientCredentials } from "../../../contract/dialectProfile.ts";
import { readUrlOrigin } from "./connection.ts";

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
