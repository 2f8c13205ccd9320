import * as z from "zod/mini";
import { mappingChangesSchema as changes } from "./mappingPanelMessages.ts";

/** What the page posts. The page needs only the type, so the schema is in a file of its own: it is not in the page's bundle. */
export const mappingPanelFromWebviewSchema = z.discriminatedUnion("type", [
  /** The page is loaded and needs all data, read with these changes. */
  z.strictObject({ type: z.literal("ready"), changes, proposed: changes }),
  /** Reads the answer with these changes. */
  z.strictObject({ type: z.literal("read"), changes, proposed: changes }),
  z.strictObject({ type: z.literal("save"), changes }),
  /** Maps the answer to another operation. */
  z.strictObject({ type: z.literal("another") }),
  /** Calls the operation again. */
  z.strictObject({ type: z.literal("refresh") }),
  /** Asks a language model for a proposal. */
  z.strictObject({ type: z.literal("ask"), changes }),
  z.strictObject({ type: z.literal("cancel") }),
  /** Runs the remedy that is shown beside the problem. */
  z.strictObject({ type: z.literal("remedy") }),
]);
export type MappingPanelFromWebview = z.output<typeof mappingPanelFromWebviewSchema>;
