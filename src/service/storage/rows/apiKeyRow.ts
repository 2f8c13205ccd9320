import * as z from "zod";
import type { ApiKey } from "../../../contract/identity.ts";
import { scopeSchema } from "../../../contract/operation.ts";
import { json } from "./jsonColumn.ts";
import { storedColumns, storedFields } from "./storedRow.ts";

export const apiKeyRow = z.object({
  ...storedColumns,
  name: z.string(),
  prefix: z.string(),
  scopes_json: json(z.array(scopeSchema)),
  expires_at: z.string().nullable(),
  last_used_at: z.string().nullable(),
});

export function toApiKey(row: z.output<typeof apiKeyRow>): ApiKey {
  return {
    ...storedFields(row),
    name: row.name,
    prefix: row.prefix,
    scopes: row.scopes_json,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
  };
}
