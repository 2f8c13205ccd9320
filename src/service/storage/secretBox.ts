import { createCipheriv, createDecipheriv, createSecretKey, randomBytes } from "node:crypto";
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, unlinkSync, writeSync } from "node:fs";

/** Encrypts texts with AES-256-GCM. `about` names the owner of the text; the ciphertext cannot be decrypted for another owner. */
export interface SecretBox {
  seal(text: string, owner: string): string;
  open(sealed: string, owner: string): string;
}

/** Thrown when a ciphertext has another key or owner, or was changed. */
export class SealError extends Error {
  override readonly name = "SealError";
}

/** Decrypts a text; undefined if it has another key or owner, or was changed. */
export function tryOpenSecret(secrets: SecretBox, sealed: string, owner: string): string | undefined {
  try {
    return secrets.open(sealed, owner);
  } catch (error) {
    if (error instanceof SealError) return undefined;
    throw error;
  }
}

/** The length of a key. */
export const secretKeyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

export function createSecretBox(bytes: Uint8Array): SecretBox {
  const key = createSecretKey(bytes);
  return {
    seal: (text, owner) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(owner));
      const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url");
    },
    open: (sealed, owner) => {
      const bytes = Buffer.from(sealed, "base64url");
      try {
        const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, nonceBytes), {
          authTagLength: tagBytes,
        }).setAAD(Buffer.from(owner));
        decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
        return decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, "utf8") + decipher.final("utf8");
      } catch (error) {
        throw new SealError(
          `The stored secret "${owner}" cannot be decrypted with the key of this data folder. Set it again.`,
          { cause: error },
        );
      }
    },
  };
}

/** A key for a service in memory; it exists only as long as the process. */
export function generateSecretKey(): Uint8Array {
  return randomBytes(secretKeyBytes);
}

/** Reads the key in `file`, or creates it with access for its owner only. */
export function loadSecretKeyFile(file: string): Uint8Array {
  const existingKey = readSecretKeyFile(file);
  if (existingKey) return existingKey;
  const draft = `${file}.new`;
  const handle = openSync(draft, "w", 0o600);
  writeSync(handle, generateSecretKey());
  fsyncSync(handle);
  closeSync(handle);
  try {
    // `linkSync` fails if a key exists, so a key is never overwritten.
    linkSync(draft, file);
  } finally {
    unlinkSync(draft);
  }
  const createdKey = readSecretKeyFile(file);
  if (!createdKey) throw new SealError(`The key file ${file} could not be created.`);
  return createdKey;
}

/** Reads the key in `file`, or returns `undefined` if there is none. */
export function readSecretKeyFile(file: string): Uint8Array | undefined {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
  if (bytes.length !== secretKeyBytes)
    throw new SealError(`The key file ${file} is damaged: it must contain ${secretKeyBytes} bytes.`);
  return bytes;
}
