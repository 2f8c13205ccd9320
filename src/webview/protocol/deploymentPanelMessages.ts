import * as z from "zod/mini";
import type { DeploymentEventResource } from "../../contract/deployments.ts";

/** What a deployment panel is of. Names are those of the time it was opened: enough to say what it is about. */
export const deploymentPanelSubjectSchema = z.object({
  connectionId: z.string(),
  deploymentId: z.string(),
  serverName: z.string(),
  version: z.optional(z.string()),
});
export type DeploymentPanelSubject = z.output<typeof deploymentPanelSubjectSchema>;

export const eventLevels = [
  "debug",
  "info",
  "warning",
  "error",
] as const satisfies readonly DeploymentEventResource["level"][];
export const eventKinds = [
  "state",
  "step",
  "log",
  "health",
  "request",
] as const satisfies readonly DeploymentEventResource["kind"][];
export type EventLevel = (typeof eventLevels)[number];
export type EventKind = (typeof eventKinds)[number];

/** An event as it travels: sequence, time, level, kind, message, data as JSON; null where the service does not say it. Two thirds of an object's size. */
export type EventRow = readonly [
  sequence: number,
  at: string | null,
  level: EventLevel | null,
  kind: EventKind | null,
  message: string,
  data: string | null,
];

/** Looked at by hand: a page gets very many at once, and a schema of their parts takes ten times as long. */
const eventRows = z.custom<readonly EventRow[]>((value) => Array.isArray(value) && value.every(isEventRow));

const knownLevels = new Set<unknown>(eventLevels);
const knownKinds = new Set<unknown>(eventKinds);

function isEventRow(value: unknown): boolean {
  if (!Array.isArray(value) || value.length !== 6) return false;
  const row: readonly unknown[] = value;
  return (
    Number.isInteger(row[0]) &&
    (row[1] === null || typeof row[1] === "string") &&
    (row[2] === null || knownLevels.has(row[2])) &&
    (row[3] === null || knownKinds.has(row[3])) &&
    typeof row[4] === "string" &&
    (row[5] === null || typeof row[5] === "string")
  );
}

/** Events a page holds; older ones make room for newer ones. */
export const maxPanelEvents = 200_000;

// A service says it, says that there is none, or does not say it.
const said = z.optional(z.string());
const count = z.optional(z.number());
const text = z.optional(z.nullable(z.string()));
const number = z.optional(z.nullable(z.number()));

const deploymentFacts = z.object({
  serverName: z.string(),
  version: said,
  digest: said,
  /** As the service says it: a page shows states it does not know as they are. */
  status: said,
  /** It is the one that serves. */
  isLive: z.boolean(),
  message: text,
  triggeredBy: said,
  createdAt: said,
  startedAt: text,
  finishedAt: text,
  url: text,
  failure: z.optional(z.nullable(z.object({ step: said, message: said, log: z.optional(z.array(z.string())) }))),
  /** What serves instead of it. */
  live: z.nullable(z.object({ id: z.string(), version: said })),
  /** The newest one of another version that served before it. */
  earlier: z.nullable(z.object({ id: z.string(), version: said })),
  /** The user wants the server not to run. */
  isStopped: z.boolean(),
  /** There is no such server any more. */
  isServerGone: z.boolean(),
});
export type DeploymentFacts = z.output<typeof deploymentFacts>;

const healthFacts = z.object({
  status: said,
  checkedAt: text,
  latencyMs: number,
  uptimeMs: number,
  restarts: z.optional(z.number()),
  checks: z.array(z.object({ name: z.string(), status: said, message: said, latencyMs: number })),
  history: z.array(z.object({ at: z.string(), status: z.string(), latencyMs: number })),
});
export type HealthFacts = z.output<typeof healthFacts>;

const testFacts = z.object({
  id: z.string(),
  status: said,
  statusDetail: text,
  /** Only some of the cases were run. */
  isPartial: z.boolean(),
  summary: z.optional(
    z.object({
      total: count,
      passed: count,
      failed: count,
      skipped: count,
      errored: count,
      durationMs: count,
    }),
  ),
  createdAt: said,
  triggeredBy: said,
  /** Those that did not pass, the worst first; not all of very many. */
  cases: z.array(z.object({ id: z.string(), name: z.string(), kind: said, status: said, message: text })),
});
export type TestFacts = z.output<typeof testFacts>;

const otherDeployment = z.object({
  id: z.string(),
  version: said,
  status: said,
  isLive: z.boolean(),
  /** Its files are the same as those of the panel's. */
  isSame: z.boolean(),
  createdAt: said,
  triggeredBy: said,
  message: text,
});
export type OtherDeployment = z.output<typeof otherDeployment>;

/** What a page may ask to be done; some on another deployment, by its id. */
export const deploymentPanelActions = [
  "test",
  "stop",
  "start",
  "copyToken",
  "openLog",
  "openRun",
  "open",
  "compare",
  "deploy",
  "signIn",
  "switchConnection",
  "useLocal",
  "showLog",
] as const;
export type DeploymentPanelAction = (typeof deploymentPanelActions)[number];

/** Why there is nothing new to see, in words, and what can be done about it. */
const trouble = z.object({
  words: z.string(),
  act: z.nullable(z.object({ act: z.enum(deploymentPanelActions), label: z.string() })),
});
export type DeploymentPanelProblem = z.output<typeof trouble>;

/** How the events come: read, as they happen, asked for again and again, not now, all there will ever be, or none from this service. */
const following = z.enum(["reading", "live", "polling", "reconnecting", "over", "none", "missing"]);
export type EventStreamState = z.output<typeof following>;

export const deploymentPanelToWebviewSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("facts"), facts: deploymentFacts }),
  z.object({ type: z.literal("events"), rows: eventRows }),
  z.object({ type: z.literal("following"), state: following }),
  z.object({ type: z.literal("health"), health: healthFacts }),
  z.object({ type: z.literal("tests"), run: z.nullable(testFacts) }),
  z.object({ type: z.literal("others"), others: z.array(otherDeployment) }),
  /** A part of the panel could not be read: why, in a sentence. */
  z.object({ type: z.literal("unread"), part: z.enum(["health", "tests", "others"]), words: z.string() }),
  z.object({ type: z.literal("trouble"), trouble: z.nullable(trouble) }),
]);
export type DeploymentPanelToWebview = z.output<typeof deploymentPanelToWebviewSchema>;

const sequence = z.int().check(z.gte(0));

export const deploymentPanelFromWebviewSchema = z.discriminatedUnion("type", [
  /** The page is there. `has` is the last event it holds, 0 for none; `knew` the last one it held before it was hidden. */
  z.strictObject({ type: z.literal("ready"), has: sequence, knew: sequence }),
  z.strictObject({ type: z.literal("act"), act: z.enum(deploymentPanelActions), id: z.optional(z.string()) }),
]);
export type DeploymentPanelFromWebview = z.output<typeof deploymentPanelFromWebviewSchema>;
