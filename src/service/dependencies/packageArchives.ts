import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { AddressZone } from "../network/addressZone.ts";
import { openDownload, RefusedAddressError } from "../network/guardedRequest.ts";
import { readWholeBody } from "../network/readWholeBody.ts";
import { DependencyError, type LockedPackage } from "./lockFile.ts";

/** The archives of packages, kept by their digests, so that a server starts again without a network. */
export interface PackageArchives {
  /** The bytes of an archive that has the digest of the lock file. */
  read(locked: LockedPackage, signal: AbortSignal): Promise<Buffer>;
}

const limits = { bytes: 100 * 1024 * 1024, timeoutMs: 120_000 } as const;
/** An archive that nothing has used for so long is removed. */
const keptMs = 90 * 24 * 3_600_000;

/** `from` is the zone of the users whose lock files are read. */
export function createPackageArchives(
  folder: string,
  { from, clock }: { readonly from: AddressZone | undefined; readonly clock: () => Date },
): PackageArchives {
  return {
    read: async (locked, signal) => {
      const digest = parseIntegrity(locked);
      const file = join(folder, digest.value.toString("hex").slice(0, 64));
      const kept = await readFile(file).catch(() => undefined);
      if (kept && hasDigest(kept, digest)) {
        await utimes(file, clock(), clock());
        return kept;
      }
      const bytes = await download(locked, from, signal);
      if (!hasDigest(bytes, digest))
        throw new DependencyError(
          `${locked.url} is not the archive that package-lock.json names: its digest differs. Create the file again, and look at what changed.`,
        );
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const draft = `${file}.${randomUUID()}.new`;
      await writeFile(draft, bytes, { mode: 0o600 });
      await rename(draft, file);
      await removeUnused(folder, clock());
      return bytes;
    },
  };
}

interface Digest {
  readonly algorithm: string;
  readonly value: Buffer;
}

/** The strongest digest that the lock file has. SHA-1 is none. */
function parseIntegrity({ folder, integrity }: LockedPackage): Digest {
  for (const algorithm of ["sha512", "sha384", "sha256"]) {
    const [, text] = new RegExp(`(?:^|\\s)${algorithm}-([A-Za-z0-9+/=]+)`).exec(integrity) ?? [];
    if (text !== undefined) return { algorithm, value: Buffer.from(text, "base64") };
  }
  throw new DependencyError(
    `package-lock.json has no SHA-2 digest for ${folder}. Create it again with npm 7 or newer: npm install --package-lock-only.`,
  );
}

function hasDigest(bytes: Buffer, { algorithm, value }: Digest): boolean {
  return createHash(algorithm).update(bytes).digest().equals(value);
}

async function download({ url }: LockedPackage, from: AddressZone | undefined, signal: AbortSignal): Promise<Buffer> {
  const timeout = AbortSignal.timeout(limits.timeoutMs);
  const stopSignal = AbortSignal.any([signal, timeout]);
  try {
    const headers = { Accept: "application/octet-stream, */*;q=0.5", "Accept-Encoding": "identity" };
    const response = await openDownload(url, { headers, from, check: requireEncryption, signal: stopSignal });
    const tooLarge = () => new DependencyError(`${url} has more than ${limits.bytes} bytes.`);
    return await readWholeBody(response, { limit: limits.bytes, tooLarge, signal: stopSignal });
  } catch (error) {
    if (signal.aborted || error instanceof DependencyError) throw error;
    const reason = timeout.aborted ? `no response within ${limits.timeoutMs / 1000} s` : describe(error);
    throw new DependencyError(`The package ${url} could not be fetched: ${reason}.`, { cause: error });
  }
}

/** Others could see which packages a server has. */
function requireEncryption(url: URL, zone: AddressZone): void {
  if (zone === "public" && url.protocol !== "https:") throw new RefusedAddressError(`${url.host} does not use https.`);
}

const describe = (error: unknown) => String(error instanceof Error ? error.message : error).replace(/\.$/, "");

async function removeUnused(folder: string, now: Date): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = join(folder, name);
    const found = await stat(file).catch(() => undefined);
    if (found && now.getTime() - found.mtimeMs > keptMs) await rm(file, { force: true });
  }
}
