import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";

/**
 * The operations of twelve public documents: two chats, a wiki, a task list, a platform for applications, a media server, a shop, cameras,
 * photos, a helpdesk, a registry of images and invoices.
 */
const searchedOperationSchema = z.object({
  document: z.string(),
  method: z.string(),
  path: z.string(),
  operationId: z.string().optional(),
  summary: z.string().default(""),
  description: z.string().default(""),
});

export type SearchedOperation = z.output<typeof searchedOperationSchema>;

export function readSearchedOperations(): SearchedOperation[] {
  const lines = readFileSync(join(import.meta.dirname, "operations.jsonl"), "utf8")
    .trim()
    .split("\n");
  return lines.map((line) => searchedOperationSchema.parse(JSON.parse(line)));
}
