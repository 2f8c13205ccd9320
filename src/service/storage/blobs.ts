import * as z from "zod";
import type { ServiceContext } from "../context.ts";
import { ServiceProblem } from "../http/serviceProblem.ts";

const blobRow = z.object({ content: z.instanceof(Uint8Array) });

/** Saves bytes under their digest. Equal bytes are stored once. */
export function saveBlob({ db }: Pick<ServiceContext, "db">, digest: string, content: Uint8Array): void {
  db.run("INSERT OR IGNORE INTO blobs (digest, content) VALUES (?, ?)", digest, content);
}

export function readBlob({ db }: Pick<ServiceContext, "db">, digest: string): Uint8Array {
  const found = db.get(blobRow, "SELECT content FROM blobs WHERE digest = ?", digest);
  if (!found) throw createMissingBlobProblem(digest);
  return found.content;
}

/** The database may be damaged or edited, so a referenced blob can be missing. */
export function createMissingBlobProblem(what: string): ServiceProblem {
  return new ServiceProblem(
    "storage_failed",
    `The bytes of ${what} are missing in the service's database. Publish or generate it again.`,
  );
}

/** Removes replaced bytes, unless a source, a version or a draft still references them. */
export function removeUnusedBlobs({ db }: Pick<ServiceContext, "db">, digests: readonly string[]): void {
  if (digests.length === 0) return;
  db.run(
    `DELETE FROM blobs WHERE digest IN (SELECT value FROM json_each(?))
       AND NOT EXISTS (SELECT 1 FROM servers WHERE source_digest = blobs.digest)
       AND NOT EXISTS (SELECT 1 FROM version_files f WHERE f.digest = blobs.digest)
       AND digest NOT IN (SELECT f.value ->> 'digest' FROM skills s, json_each(s.files_json) f WHERE s.artifact_id IS NULL)`,
    JSON.stringify(digests),
  );
}
