import * as z from "zod/mini";
import { deploymentPanelActions } from "./deploymentPanelMessages.ts";

const sequence = z.int().check(z.gte(0));

export const deploymentPanelFromWebviewSchema = z.discriminatedUnion("type", [
  /** The page is loaded. Both are sequences of events: the last one that it holds, 0 for none, and the last one that it held before it was hidden. */
  z.strictObject({ type: z.literal("ready"), lastSequence: sequence, savedSequence: sequence }),
  z.strictObject({ type: z.literal("action"), action: z.enum(deploymentPanelActions), id: z.optional(z.string()) }),
  /** The user opens a line of a deployed file; both numbers are zero-based. */
  z.strictObject({ type: z.literal("openSource"), file: z.string(), line: sequence, column: sequence }),
  /** Keeps a recorded call as a test case. */
  z.strictObject({ type: z.literal("keepTrace"), sequence }),
  /** Copies an exchange of a recorded call as a command line. */
  z.strictObject({ type: z.literal("copyTraceExchange"), sequence, index: sequence }),
  /** Opens a link in the result of a recorded call. */
  z.strictObject({ type: z.literal("openTraceLink"), uri: z.string().check(z.maxLength(10_000)) }),
  /** The user allows the server to connect to a host that it was refused. */
  z.strictObject({ type: z.literal("allowHost"), host: z.string() }),
]);
export type DeploymentPanelFromWebview = z.output<typeof deploymentPanelFromWebviewSchema>;
