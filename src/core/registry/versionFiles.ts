import type { ServiceClient } from "../../client/client.ts";
import type { ReceivedOutput } from "../../contract/operations.ts";

type VersionFile = NonNullable<ReceivedOutput<"registry.artifact">["files"]>[number];

/** A file of a version; its content never changes. */
export interface CodeFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** A cache of version files; a version is immutable. */
export interface VersionFiles {
  list(client: ServiceClient, artifactId: string, version: string, signal?: AbortSignal): Promise<readonly CodeFile[]>;
  /** Clears the cache, because another service may use the same ids. */
  clear(): void;
}

/** The number of cached versions; the least recently used is dropped. */
const most = 8;

export function createVersionFiles(): VersionFiles {
  const cachedFiles = new Map<string, Promise<readonly CodeFile[]>>();
  return {
    list: (client, artifactId, version, signal) => {
      const key = JSON.stringify([artifactId, version]);
      const found = cachedFiles.get(key) ?? fetchFiles(client, artifactId, version, signal);
      cachedFiles.delete(key);
      cachedFiles.set(key, found);
      for (const old of [...cachedFiles.keys()].slice(0, -most)) cachedFiles.delete(old);
      found.catch(() => cachedFiles.get(key) === found && cachedFiles.delete(key));
      return found;
    },
    clear: () => cachedFiles.clear(),
  };
}

async function fetchFiles(client: ServiceClient, id: string, version: string, signal: AbortSignal | undefined) {
  const artifact = await client.call("registry.artifact", { id, version }, signal ? { signal } : {});
  return (artifact.files ?? []).flatMap((file) => codeFile(file) ?? []);
}

/** undefined when the service returns no path or no content. */
export function codeFile({ path, encoding, content }: VersionFile): CodeFile | undefined {
  return path === undefined || content === undefined ? undefined : { path, bytes: Buffer.from(content, encoding) };
}
