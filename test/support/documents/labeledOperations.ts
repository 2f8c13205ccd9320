import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";

/**
 * A `changes` alters a state without a loss, or its texts do not say, so a destructive hint is neither right nor wrong; `destroys` overwrites,
 * ends or removes something.
 */
const effectSchema = z.enum(["reads", "adds", "changes", "destroys"]);

/** 1,165 operations of 54 public documents. Their texts were read to say what each does to the data of its API. */
const labeledOperationSchema = z.object({
  effect: effectSchema,
  /** For 600 of them: what two judges said who knew neither the code nor each other. They agree on 585. */
  judges: z.tuple([effectSchema, effectSchema]).optional(),
  /** Its document also has the path of an item, such as `/tags/{id}`; only known where the operation has no texts. */
  hasItems: z.boolean().default(false),
  document: z.string(),
  method: z.string(),
  path: z.string(),
  operationId: z.string().default(""),
  summary: z.string().default(""),
  description: z.string().default(""),
});

export type LabeledOperation = z.output<typeof labeledOperationSchema>;

export function readLabeledOperations(): LabeledOperation[] {
  const lines = readFileSync(join(import.meta.dirname, "../../fixtures/hints/operations.jsonl"), "utf8")
    .trim()
    .split("\n");
  return lines.map((line) => labeledOperationSchema.parse(JSON.parse(line)));
}
