import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import * as z from "zod";
import type { ServiceContext } from "../../context.ts";
import { SealError } from "../../storage/secretBox.ts";

/** The key pair that signs runtime tokens (ES256), and the public key as a JWK. */
export interface SigningKey {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  readonly jwk: Readonly<Record<string, unknown>> & { readonly kid: string };
}

const settingName = "runtimeSigningKey";
const settingRow = z.object({ value: z.string() });

type KeyContext = Pick<ServiceContext, "db" | "secrets">;

/** Creates the key once per data folder and stores it encrypted, so that tokens stay valid after a restart. */
export function loadSigningKey(context: KeyContext): SigningKey {
  const privateKey = createPrivateKey(readStoredKey(context) ?? createKey(context));
  const publicKey = createPublicKey(privateKey);
  const jwk = publicKey.export({ format: "jwk" });
  return { privateKey, publicKey, jwk: { ...jwk, alg: "ES256", use: "sig", kid: String(jwk.x).slice(0, 16) } };
}

function readStoredKey({ db, secrets }: KeyContext): string | undefined {
  const sealed = db.get(settingRow, "SELECT value FROM settings WHERE name = ?", settingName)?.value;
  try {
    return sealed === undefined ? undefined : secrets.open(sealed, settingName);
  } catch (error) {
    // The key of the data folder changed. A new key pair only invalidates tokens that last a few minutes.
    if (error instanceof SealError) return undefined;
    throw error;
  }
}

function createKey({ db, secrets }: KeyContext): string {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  db.run("INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)", settingName, secrets.seal(pem, settingName));
  return pem;
}
