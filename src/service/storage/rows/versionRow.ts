import * as z from "zod";
import { storedFileSchema } from "../../../contract/files.ts";
import type { RegistryVersionResource } from "../../../contract/registry.ts";
import { serverVariableSchema } from "../../../contract/servers.ts";
import { oauthAccountSchema } from "../../oauth/oauthAccount.ts";
import { jsonColumn } from "./jsonColumn.ts";

export const versionRow = z.object({
  id: z.number(),
  artifact_id: z.string(),
  version: z.string(),
  digest: z.string(),
  size: z.number(),
  entry: z.string().nullable(),
  manifest_json: jsonColumn(z.record(z.string(), z.unknown())),
  variables_json: jsonColumn(z.array(serverVariableSchema)),
  accounts_json: jsonColumn(z.array(oauthAccountSchema)),
  tool_count: z.number().nullable(),
  published_at: z.string(),
  published_by: z.string(),
  notes: z.string(),
  deprecated: z.number(),
  has_tools: z.number(),
});
export type VersionRow = z.output<typeof versionRow>;

export const versionFileRow = z.object({
  path: z.string(),
  size: z.number(),
  digest: z.string(),
  encoding: storedFileSchema.shape.encoding,
  /** null if the blob is missing in the database. */
  content: z.instanceof(Uint8Array).nullable(),
});
export type StoredVersionFile = Omit<z.output<typeof versionFileRow>, "content"> & { readonly content: Uint8Array };

export function toVersion(row: VersionRow): RegistryVersionResource {
  return {
    version: row.version,
    digest: row.digest,
    size: row.size,
    publishedAt: row.published_at,
    publishedBy: row.published_by,
    notes: row.notes,
    deprecated: row.deprecated !== 0,
    ...(row.has_tools !== 0 && { hasTools: true }),
    ...(row.entry !== null && { entry: row.entry }),
    ...(row.accounts_json.length > 0 && { accounts: row.accounts_json }),
  };
}
