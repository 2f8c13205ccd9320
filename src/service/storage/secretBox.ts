import { createCipheriv, createDecipheriv, createSecretKey, randomBytes } from "node:crypto";
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, unlinkSync, writeSync } from "node:fs";

/** Seals texts with AES-256-GCM. `about` names what the text belongs to: a sealed text opens for nothing else. */
export interface SecretBox {
  seal(text: string, about: string): string;
  open(sealed: string, about: string): string;
}

/** Thrown when a sealed text was made with another key, for something else, or was changed. */
export class SealError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "SealError";
  }
}

const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

export function createSecretBox(bytes: Uint8Array): SecretBox {
  const key = createSecretKey(bytes);
  return {
    seal: (text, about) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(about));
      const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url");
    },
    open: (sealed, about) => {
      const bytes = Buffer.from(sealed, "base64url");
      try {
        const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, nonceBytes), {
          authTagLength: tagBytes,
        }).setAAD(Buffer.from(about));
        decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
        return decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, "utf8") + decipher.final("utf8");
      } catch (error) {
        throw new SealError(
          `A stored secret (${about}) cannot be read with this data folder's key. Set it again.`,
          error,
        );
      }
    },
  };
}

/** A key that lives as long as the process, for a service in memory. */
export function generateSecretKey(): Uint8Array {
  return randomBytes(keyBytes);
}

/** The key in `file`, made (for its owner alone) when there is none. */
export function loadSecretKeyFile(file: string): Uint8Array {
  const found = readKey(file);
  if (found) return found;
  const draft = `${file}.new`;
  const handle = openSync(draft, "w", 0o600);
  writeSync(handle, generateSecretKey());
  fsyncSync(handle);
  closeSync(handle);
  try {
    // A link fails where a key exists already: a key is never overwritten.
    linkSync(draft, file);
  } finally {
    unlinkSync(draft);
  }
  const made = readKey(file);
  if (!made) throw new SealError(`The key file ${file} could not be made.`);
  return made;
}

function readKey(file: string): Uint8Array | undefined {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
  if (bytes.length !== keyBytes)
    throw new SealError(`The key file ${file} is damaged: it should hold ${keyBytes} bytes.`);
  return bytes;
}
