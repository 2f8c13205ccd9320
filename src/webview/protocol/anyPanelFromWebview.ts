import * as z from "zod/mini";

/** Messages that every page may post, besides those of its own kind. */
export const anyPanelFromWebviewSchema = z.discriminatedUnion("type", [
  /** A text for the clipboard. */
  z.strictObject({ type: z.literal("copy"), text: z.string().check(z.maxLength(20_000_000)) }),
  /** An uncaught error of the page. */
  z.strictObject({ type: z.literal("error"), message: z.string().check(z.maxLength(10_000)) }),
  /** Loads the page again. */
  z.strictObject({ type: z.literal("reload") }),
  z.strictObject({ type: z.literal("showLog") }),
]);
export type AnyPanelFromWebview = z.output<typeof anyPanelFromWebviewSchema>;
