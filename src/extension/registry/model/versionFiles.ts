import type { ServiceClient } from "../../../client/client.ts";
import type { ReceivedOutput } from "../../../contract/operations.ts";
import type { FileContent } from "../../../text/files/fileContent.ts";
import { createClientCache } from "../../base/clientCache.ts";

type VersionFile = NonNullable<ReceivedOutput<"registry.artifact">["files"]>[number];

export type VersionFiles = ReturnType<typeof createVersionFiles>;

/** The number of cached versions; the least recently used is dropped. */
const most = 8;

/** A cache of version files; a version is immutable. */
export function createVersionFiles() {
  const cache = createClientCache<readonly FileContent[]>(most);
  return {
    /** An abort ends the wait. The request continues, because other callers may wait for the same files. */
    list: (client: ServiceClient, artifactId: string, version: string, signal?: AbortSignal) => {
      const key = JSON.stringify([artifactId, version]);
      const files = cache(client, key, () => fetchFiles(client, artifactId, version));
      return signal ? waitFor(files, signal) : files;
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
export function codeFile({ path, encoding, content }: VersionFile): FileContent | undefined {
  return path === undefined || content === undefined ? undefined : { path, bytes: Buffer.from(content, encoding) };
}
