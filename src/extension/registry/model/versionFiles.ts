import type { ServiceClient } from "../../../client/client.ts";
import type { ReceivedOutput } from "../../../contract/operations.ts";

type VersionFile = NonNullable<ReceivedOutput<"registry.artifact">["files"]>[number];

/** A file of a version; its content never changes. */
export interface CodeFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** A cache of version files; a version is immutable. */
export interface VersionFiles {
  /** An abort ends the wait. The request continues, because other callers may wait for the same files. */
  list(client: ServiceClient, artifactId: string, version: string, signal?: AbortSignal): Promise<readonly CodeFile[]>;
}

/** The number of cached versions; the least recently used is dropped. */
const most = 8;

export function createVersionFiles(): VersionFiles {
  /** By client, because another service may use the same ids. */
  const caches = new WeakMap<ServiceClient, Map<string, Promise<readonly CodeFile[]>>>();
  return {
    list: (client, artifactId, version, signal) => {
      const cache = caches.get(client) ?? new Map<string, Promise<readonly CodeFile[]>>();
      caches.set(client, cache);
      const key = JSON.stringify([artifactId, version]);
      const found = cache.get(key) ?? fetchFiles(client, artifactId, version);
      cache.delete(key);
      cache.set(key, found);
      for (const old of [...cache.keys()].slice(0, -most)) cache.delete(old);
      found.catch(() => cache.get(key) === found && cache.delete(key));
      return signal ? waitFor(found, signal) : found;
    },
  };
}

async function waitFor<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

async function fetchFiles(client: ServiceClient, id: string, version: string) {
  const artifact = await client.call("registry.artifact", { id, version });
  return (artifact.files ?? []).flatMap((file) => codeFile(file) ?? []);
}

/** undefined when the service returns no path or no content. */
export function codeFile({ path, encoding, content }: VersionFile): CodeFile | undefined {
  return path === undefined || content === undefined ? undefined : { path, bytes: Buffer.from(content, encoding) };
}
