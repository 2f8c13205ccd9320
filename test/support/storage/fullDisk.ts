import * as z from "zod";
import type { Database } from "../../../src/service/storage/database.ts";

/** Simulates a full disk: the database gets no more pages, but uses free ones. Returns a function that ends this. */
export function fillDisk(db: Database): () => void {
  const limit = (pages: number) => db.get(z.unknown(), `PRAGMA max_page_count = ${pages}`);
  limit(1);
  return () => void limit(1_000_000);
}

/** Simulates a read-only disk, as one that was remounted after an error. Returns a function that ends this. */
export function makeDiskReadOnly(db: Database): () => void {
  db.run("PRAGMA query_only = ON");
  return () => void db.run("PRAGMA query_only = OFF");
}
