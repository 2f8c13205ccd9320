import * as z from "zod/mini";

/** Messages that every page gets, besides those of its own kind. */
export const anyPanelToWebviewSchema = z.discriminatedUnion("type", [
  /** The panel is visible again: a page that VS Code kept alive posts `ready` as it does when it is loaded. */
  z.strictObject({ type: z.literal("visible") }),
]);
export type AnyPanelToWebview = z.output<typeof anyPanelToWebviewSchema>;

/** The state that VS Code saves for a page. `place` is the page's own state, which each page parses with its own schema. */
export const savedPageStateSchema = z.object({ subject: z.unknown(), place: z.unknown() });
