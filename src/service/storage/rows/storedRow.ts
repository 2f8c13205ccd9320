import * as z from "zod";

/** The columns every stored item has. */
export const storedColumns = { id: z.string(), etag: z.number(), created_at: z.string(), updated_at: z.string() };

/** For statements that only look for one. */
export const idRow = z.object({ id: z.string() });

interface StoredRow {
  readonly id: string;
  readonly etag: number;
  readonly created_at: string;
  readonly updated_at: string;
}

/** The fields every item of the contract begins with. */
export function toStoredFields(row: StoredRow) {
  return { id: row.id, createdAt: row.created_at, updatedAt: row.updated_at, etag: formatEtag(row.etag) };
}

/** As it stands in the `ETag` header, quotes included, so that a client passes it on as it is. */
export function formatEtag(changes: number): string {
  return `"${changes}"`;
}
