import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import * as z from "zod";
import type { ServiceContext } from "../context.ts";

/** The pair runtime tokens are signed with (ES256), and what the public may know of it. */
export interface SigningKey {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  readonly jwk: Readonly<Record<string, unknown>> & { readonly kid: string };
}

const setting = "runtimeSigningKey";
const settingRow = z.object({ value: z.string() });

/** Made once for a data folder and kept sealed: tokens and published keys outlive a restart. */
export function signingKey(context: Pick<ServiceContext, "db" | "secrets">): SigningKey {
  const { db, secrets } = context;
  const kept = () => db.get(settingRow, "SELECT value FROM settings WHERE name = ?", setting);
  const found = kept();
  if (!found) {
    const made = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ type: "pkcs8", format: "pem" });
    // Another window's service may have been first: whatever is kept then is the key.
    db.run("INSERT OR IGNORE INTO settings (name, value) VALUES (?, ?)", setting, secrets.seal(String(made), setting));
  }
  const sealed = found ?? kept();
  if (!sealed) throw new Error("The signing key of the runtime tokens could not be kept.");
  const privateKey = createPrivateKey(secrets.open(sealed.value, setting));
  const publicKey = createPublicKey(privateKey);
  const jwk = publicKey.export({ format: "jwk" });
  return { privateKey, publicKey, jwk: { ...jwk, alg: "ES256", use: "sig", kid: String(jwk.x).slice(0, 16) } };
}
