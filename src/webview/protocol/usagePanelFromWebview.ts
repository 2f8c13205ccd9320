import * as z from "zod/mini";

export const usagePanelFromWebviewSchema = z.discriminatedUnion("type", [
  /** The page is loaded and needs all data. */
  z.strictObject({ type: z.literal("ready") }),
  z.strictObject({ type: z.literal("refresh") }),
  /** Runs the remedy that is shown beside the problem. */
  z.strictObject({ type: z.literal("remedy") }),
]);
export type UsagePanelFromWebview = z.output<typeof usagePanelFromWebviewSchema>;
