import * as z from "zod";
import type { Database } from "../../../src/service/storage/database.ts";

/** A disk that takes no more pages; what is free in the file's own pages is still used. The answer makes room again. */
export function fillDisk(db: Database): () => void {
  const limit = (pages: number) => db.get(z.unknown(), `PRAGMA max_page_count = ${pages}`);
  limit(1);
  return () => void limit(1_000_000);
}

/** A disk that takes nothing at all, as one that was mounted read-only after an error. The answer mends it. */
export function makeDiskReadOnly(db: Database): () => void {
  db.run("PRAGMA query_only = ON");
  return () => void db.run("PRAGMA query_only = OFF");
}
