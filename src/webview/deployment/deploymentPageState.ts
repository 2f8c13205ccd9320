import * as z from "zod/mini";
import { kinds, levels } from "../protocol/deploymentPanelMessages.ts";

/** The parts of the page; where there is little room one is seen at a time. */
export const parts = ["events", "health", "tests", "deployments"] as const;
export type Part = (typeof parts)[number];

/** Where the user is in the page. */
export const placeSchema = z.object({
  /** The last event that the page held. */
  last: z.int(),
  level: z.enum(levels),
  kinds: z.array(z.enum(kinds)),
  search: z.string(),
  follow: z.boolean(),
  /** The sequence of the event at the top. */
  top: z.int(),
  part: z.enum(parts),
});
export type Place = z.output<typeof placeSchema>;

export const firstPlace: Place = {
  ...{ last: 0, level: "debug", kinds: [...kinds], search: "", follow: true, top: 0, part: "events" },
};
