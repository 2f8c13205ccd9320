import * as z from "zod";
import type { ServiceContext } from "./context.ts";

const blobRow = z.object({ content: z.instanceof(Uint8Array) });

/** Keeps bytes under their digest, once however often they are used. */
export function keepBlob({ db }: Pick<ServiceContext, "db">, digest: string, content: Uint8Array): void {
  db.run("INSERT OR IGNORE INTO blobs (digest, content) VALUES (?, ?)", digest, content);
}

export function readBlob({ db }: Pick<ServiceContext, "db">, digest: string): Uint8Array {
  const found = db.get(blobRow, "SELECT content FROM blobs WHERE digest = ?", digest);
  if (!found) throw new Error(`The bytes ${digest} are not in the database.`);
  return found.content;
}

/** Removes bytes that something newer has replaced, unless a source, a version or a draft still has them. */
export function forgetBlob({ db }: Pick<ServiceContext, "db">, digest: string): void {
  db.run(
    `DELETE FROM blobs WHERE digest = ?1 AND NOT EXISTS (SELECT 1 FROM servers WHERE source_digest = ?1)
       AND NOT EXISTS (SELECT 1 FROM version_files WHERE digest = ?1)
       AND NOT EXISTS (SELECT 1 FROM skills s, json_each(s.files_json) f WHERE f.value ->> 'digest' = ?1)`,
    digest,
  );
}
