import * as z from "zod";

/** The columns of every stored item. */
export const storedColumns = { id: z.string(), etag: z.number(), created_at: z.string(), updated_at: z.string() };

/** The row of statements that only check for existence or need the id. */
export const idRow = z.object({ id: z.string() });

interface StoredRow {
  readonly id: string;
  readonly etag: number;
  readonly created_at: string;
  readonly updated_at: string;
}

/** The common fields of every item in the contract. */
export function toStoredFields(row: StoredRow) {
  return { id: row.id, createdAt: row.created_at, updatedAt: row.updated_at, etag: formatEtag(row.etag) };
}

/** Formats the `ETag` header with its quotes, so that clients send it back unchanged. */
export function formatEtag(etag: number): string {
  return `"${etag}"`;
}
