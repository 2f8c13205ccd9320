import * as z from "zod";
import type { Received } from "./received.ts";

/** Where a service runs servers. */
export const runnerKinds = ["process", "container", "kubernetes"] as const;
export const runnerKindSchema = z.enum(runnerKinds);
export type RunnerKind = z.output<typeof runnerKindSchema>;

/** A runner in a response: a newer service may have others, and its lists are read nevertheless. See `readRunnerKind`. */
export const receivedRunnerKindSchema = z
  .string()
  .max(100)
  .describe(`${runnerKinds.map((kind) => `\`${kind}\``).join(", ")}, or another one of a newer service.`);

/** The runner where the contract knows it. */
export function readRunnerKind(kind: string | null | undefined): RunnerKind | undefined {
  return runnerKinds.find((known) => known === kind);
}

export const serverRunnerSchema = z.looseObject({
  kind: receivedRunnerKindSchema,
  available: z.boolean(),
  description: z.string().describe("What runs the servers, or why nothing does and what to do."),
  lacks: z.array(z.string()).describe("Sentences: what this runner cannot give here."),
  limits: z
    .array(z.enum(["memoryMb", "cpus"]))
    .optional()
    .describe("The limits of a server that it applies."),
});
export type ServerRunnerResource = z.output<typeof serverRunnerSchema>;
export type ServerRunner = Received<ServerRunnerResource>;

const memoryMb = z.number().int().min(64).max(1_048_576).describe("In MB of 1,048,576 bytes.");
const cpus = z.number().min(0.01).max(1024).describe("In processors; 0.5 is half of one.");

/** The most that the process of a server may use; without a value the system decides. */
export const serverLimitsSchema = z.strictObject({ memoryMb: memoryMb.optional(), cpus: cpus.optional() });
export type ServerLimits = z.output<typeof serverLimitsSchema>;

/** At most a week. */
export const stopWhenIdleMinutesSchema = z.number().int().min(1).max(10_080);

/** What a server says of where and how it runs. */
export const placementShape = {
  runsOn: receivedRunnerKindSchema
    .nullable()
    .optional()
    .describe("Where its deployments run; null: as the project says in its `runsOn`."),
  limits: z
    .looseObject({ memoryMb: z.number().optional(), cpus: z.number().optional() })
    .optional()
    .describe("The most memory in MB, and processors, that the process of the server may use."),
  stopWhenIdleMinutes: z
    .number()
    .int()
    .nullable()
    .optional()
    .describe(
      "The minutes without requests and open streams after which its process ends. The next call starts it and waits. null: it runs on.",
    ),
};

/** Changes where and how a server runs, from its next deployment on. */
export const placementInputShape = {
  runsOn: runnerKindSchema
    .nullable()
    .optional()
    .describe("Where the next deployment runs; null: as the project says. Nothing is stopped."),
  limits: serverLimitsSchema.optional().describe("Replaces both. They apply to the next deployment."),
  stopWhenIdleMinutes: stopWhenIdleMinutesSchema
    .nullable()
    .optional()
    .describe("Applies to the next deployment; null: always on."),
};
