import * as z from "zod/mini";

/** It follows the organization that is selected: there is one such panel. */
export const usagePanelSubjectSchema = z.strictObject({});
export type UsagePanelSubject = z.output<typeof usagePanelSubjectSchema>;

/** Where the user is in the page. */
export const usagePageStateSchema = z.object({ day: z.nullable(z.string()), asTable: z.boolean() });
export type UsagePageState = z.output<typeof usagePageStateSchema>;

export const usagePanelFromWebviewSchema = z.discriminatedUnion("type", [
  /** The page is there, and is to be told everything. */
  z.strictObject({ type: z.literal("ready") }),
  z.strictObject({ type: z.literal("refresh") }),
  z.strictObject({ type: z.literal("switchOrganization") }),
  /** Does what was offered beside a problem. */
  z.strictObject({ type: z.literal("remedy") }),
]);
export type UsagePanelFromWebview = z.output<typeof usagePanelFromWebviewSchema>;

const metric = z.object({
  name: z.string(),
  /** `12 of 100`, `3 MB, no limit`. */
  words: z.optional(z.string()),
  /** How much of the limit is used, 1 for all of it; null: there is no limit. */
  share: z.nullable(z.number()),
  level: z.enum(["fine", "near", "full"]),
  /** What follows from it: what is left, or what is refused now and until when. */
  note: z.nullable(z.string()),
});
export type ShownMetric = z.output<typeof metric>;

const shownUsage = z.object({
  connection: z.string(),
  organization: z.optional(z.string()),
  plan: z.optional(z.string()),
  /** `1 to 30 November 2026`. */
  period: z.optional(z.string()),
  metrics: z.array(metric),
  /** What was counted each day. */
  series: z.array(z.string()),
  /** Oldest first, with a count for each of the series. */
  days: z.array(z.object({ date: z.string(), counts: z.array(z.number()) })),
  readAt: z.string(),
});
export type ShownUsage = z.output<typeof shownUsage>;

export const usagePanelToWebviewSchema = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("usage"),
    /** The last that was read of this organization; null: nothing yet. */
    shown: z.nullable(shownUsage),
    isReading: z.boolean(),
    /** Why there is nothing newer, and what helps. */
    problem: z.nullable(z.object({ message: z.string(), remedy: z.string() })),
  }),
]);
export type UsagePanelToWebview = z.output<typeof usagePanelToWebviewSchema>;
