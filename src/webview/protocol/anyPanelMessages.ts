import * as z from "zod/mini";

/** Messages that every page gets, besides those of its own kind. */
export const anyPanelToWebviewSchema = z.discriminatedUnion("type", [
  /** The panel is visible again: a page that VS Code kept alive posts `ready` as it does when it is loaded. */
  z.strictObject({ type: z.literal("visible") }),
]);
export type AnyPanelToWebview = z.output<typeof anyPanelToWebviewSchema>;

/** The state that VS Code saves for a page. `place` is the page's own state, which each page parses with its own schema. */
export const savedPageStateSchema = z.object({ subject: z.unknown(), place: z.unknown() });

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
