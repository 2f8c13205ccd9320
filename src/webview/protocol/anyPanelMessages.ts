import * as z from "zod/mini";

/** What every page may say, besides what only one kind of it says. */
export const anyPanelFromWebviewSchema = z.discriminatedUnion("type", [
  /** A text for the clipboard. */
  z.strictObject({ type: z.literal("copy"), text: z.string().check(z.maxLength(20_000_000)) }),
  /** Something in the page went wrong that it did not expect. */
  z.strictObject({ type: z.literal("broken"), message: z.string().check(z.maxLength(10_000)) }),
]);
export type AnyPanelFromWebview = z.output<typeof anyPanelFromWebviewSchema>;

/** What every page is told, besides what only one kind of it is told. */
export const anyPanelToWebviewSchema = z.discriminatedUnion("type", [
  /** It is seen again: where it still is, it answers as it does when it is loaded. */
  z.strictObject({ type: z.literal("hello") }),
]);
export type AnyPanelToWebview = z.output<typeof anyPanelToWebviewSchema>;

/** What a page keeps across its lives is of this form; where the user was in it, `place`, is its own affair. */
export const savedPageStateSchema = z.object({ subject: z.unknown(), place: z.unknown() });
