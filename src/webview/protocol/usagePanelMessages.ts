import * as z from "zod/mini";

/** The panel has no subject of its own: there is one panel, and it shows the selected organization. */
export const usagePanelSubjectSchema = z.strictObject({});
export type UsagePanelSubject = z.output<typeof usagePanelSubjectSchema>;

/** The selected day, and charts or table. */
export const usagePageStateSchema = z.object({ day: z.nullable(z.string()), asTable: z.boolean() });
export type UsagePageState = z.output<typeof usagePageStateSchema>;

const metric = z.object({
  name: z.string(),
  /** `12 of 100`, `3 MB` without a limit. */
  text: z.optional(z.string()),
  /** The used share of the limit, 1 for all of it; null: there is no limit. */
  share: z.nullable(z.number()),
  level: z.enum(["fine", "near", "full"]),
  /** The amount that is left, or what the service refuses and until when. */
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
  /** The names of the daily counts. */
  series: z.array(z.string()),
  /** Oldest first; `counts` has the order of `series`. */
  days: z.array(z.object({ date: z.string(), counts: z.array(z.number()) })),
  readAt: z.string(),
});
export type ShownUsage = z.output<typeof shownUsage>;

export const usagePanelToWebviewSchema = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("usage"),
    /** The newest usage that was read of this organization; null: none yet. */
    shown: z.nullable(shownUsage),
    isReading: z.boolean(),
    /** The reason why there is no newer usage, and what helps. */
    problem: z.nullable(z.object({ message: z.string(), remedy: z.string() })),
  }),
]);
export type UsagePanelToWebview = z.output<typeof usagePanelToWebviewSchema>;

export const usagePanelFromWebviewSchema = z.discriminatedUnion("type", [
  /** The page is loaded and needs all data. */
  z.strictObject({ type: z.literal("ready") }),
  z.strictObject({ type: z.literal("refresh") }),
  /** Runs the remedy that is shown beside the problem. */
  z.strictObject({ type: z.literal("remedy") }),
]);
export type UsagePanelFromWebview = z.output<typeof usagePanelFromWebviewSchema>;
