import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";

/** The operations of four public documents: of a chat, a wiki, a task list and a platform for applications. */
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
