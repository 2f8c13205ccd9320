import * as z from "zod";
import type { ApiKeyResource } from "../../../contract/identity.ts";
import { apiKeyScopeSchema } from "../../../contract/operation.ts";
import { jsonColumn } from "./jsonColumn.ts";
import { storedColumns, toStoredFields } from "./storedRow.ts";

export const apiKeyRow = z.object({
  ...storedColumns,
  name: z.string(),
  prefix: z.string(),
  scopes_json: jsonColumn(z.array(apiKeyScopeSchema)),
  expires_at: z.string().nullable(),
  last_used_at: z.string().nullable(),
});

export function toApiKey(row: z.output<typeof apiKeyRow>): ApiKeyResource {
  return {
    ...toStoredFields(row),
    name: row.name,
    prefix: row.prefix,
    scopes: row.scopes_json,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
  };
}
