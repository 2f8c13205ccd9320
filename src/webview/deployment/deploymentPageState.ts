import * as z from "zod/mini";
import { eventKinds, eventLevels } from "../../contract/routes/eventKinds.ts";

/** The parts of the page. A narrow page shows one at a time. */
export const deploymentPageParts = ["events", "calls", "health", "tests", "deployments"] as const;
export type DeploymentPagePart = (typeof deploymentPageParts)[number];

/** The same as `z.int()`, which would add a kilobyte to the pages. */
const integer = z.custom<number>(Number.isSafeInteger);

export const deploymentPageStateSchema = z.object({
  /** The sequence of the last event that the page held. */
  last: integer,
  level: z.enum(eventLevels),
  kinds: z.array(z.enum(eventKinds)),
  search: z.string(),
  follow: z.boolean(),
  /** The sequence of the event at the top. */
  top: integer,
  part: z.enum(deploymentPageParts),
  /** When the last recording began that the page opened the calls for. */
  recording: z.optional(z.string()),
});
export type DeploymentPageState = z.output<typeof deploymentPageStateSchema>;

export const initialDeploymentPageState: DeploymentPageState = {
  last: 0,
  level: "debug",
  kinds: [...eventKinds],
  search: "",
  follow: true,
  top: 0,
  part: "events",
};
