import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import * as z from "zod";
import type { ServiceContext } from "../../context.ts";
import { SealError } from "../../storage/secretBox.ts";

/** The pair runtime tokens are signed with (ES256), and what the public may know of it. */
export interface SigningKey {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  readonly jwk: Readonly<Record<string, unknown>> & { readonly kid: string };
}

const setting = "runtimeSigningKey";
const settingRow = z.object({ value: z.string() });

type KeyContext = Pick<ServiceContext, "db" | "secrets">;

/** Made once for a data folder and kept sealed: tokens and published keys outlive a restart. */
export function loadSigningKey(context: KeyContext): SigningKey {
  const privateKey = createPrivateKey(keptKey(context) ?? newKey(context));
  const publicKey = createPublicKey(privateKey);
  const jwk = publicKey.export({ format: "jwk" });
  return { privateKey, publicKey, jwk: { ...jwk, alg: "ES256", use: "sig", kid: String(jwk.x).slice(0, 16) } };
}

function keptKey({ db, secrets }: KeyContext): string | undefined {
  const sealed = db.get(settingRow, "SELECT value FROM settings WHERE name = ?", setting)?.value;
  try {
    return sealed === undefined ? undefined : secrets.open(sealed, setting);
  } catch (error) {
    // The data folder's key is another one now. A new pair costs nothing but the tokens of some minutes.
    if (error instanceof SealError) return undefined;
    throw error;
  }
}

function newKey({ db, secrets }: KeyContext): string {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const made = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  db.run("INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)", setting, secrets.seal(made, setting));
  return made;
}
