import * as z from "zod/mini";
import { eventKinds, eventLevels } from "../../contract/routes/eventKinds.ts";
import { callStates, recordingEnds } from "../../contract/routes/recordingEnds.ts";
import { callViewSchema } from "./toolPanelMessages.ts";

/** The deployment of a panel. The names are those at the time of opening, for a title before the service responds. */
export const deploymentPanelSubjectSchema = z.object({
  connectionId: z.string(),
  deploymentId: z.string(),
  serverName: z.string(),
  version: z.optional(z.string()),
});
export type DeploymentPanelSubject = z.output<typeof deploymentPanelSubjectSchema>;

export type EventLevel = (typeof eventLevels)[number];
export type EventKind = (typeof eventKinds)[number];

/** An event as a tuple, which is two thirds of an object's size: sequence, time, level, kind, message, data as JSON. `null`: the service does not send it. */
export type EventRow = readonly [
  sequence: number,
  at: string | null,
  level: EventLevel | null,
  kind: EventKind | null,
  message: string,
  data: string | null,
];

/** Checked by hand: a page gets very many rows at once, and a schema of their parts takes ten times as long. */
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

/** The most events that a page holds; newer events replace the oldest. */
export const maxPanelEvents = 200_000;

// A service can omit these fields. In the nullable ones, null means that there is no value.
const optionalText = z.optional(z.string());
const optionalNumber = z.optional(z.number());
const nullableText = z.optional(z.nullable(z.string()));
const nullableNumber = z.optional(z.nullable(z.number()));

const deploymentFacts = z.object({
  serverName: z.string(),
  version: optionalText,
  digest: optionalText,
  /** The service's own word: a page shows an unknown state as it is. */
  status: optionalText,
  /** It serves the requests of its server. */
  isLive: z.boolean(),
  /** It runs beside the live version. */
  isPreview: z.boolean(),
  message: nullableText,
  triggeredBy: optionalText,
  createdAt: optionalText,
  startedAt: nullableText,
  finishedAt: nullableText,
  url: nullableText,
  failure: z.optional(
    z.nullable(
      z.object({
        step: optionalText,
        message: optionalText,
        log: z.optional(z.array(z.string())),
        /** What the server's output says. `hasLine`: it names a line of code. */
        cause: z.optional(z.object({ message: z.string(), variable: optionalText, hasLine: z.boolean() })),
      }),
    ),
  ),
  /** The deployment that serves instead of it. */
  live: z.nullable(z.object({ id: z.string(), version: optionalText })),
  /** The newest deployment of another version that served before it. */
  earlier: z.nullable(z.object({ id: z.string(), version: optionalText })),
  /** The user stopped the server. */
  isStopped: z.boolean(),
  /** The server was removed. */
  isServerGone: z.boolean(),
  /** What confines the server, as a sentence. */
  confinement: optionalText,
  /** Where it runs, in the user's words, and its image with the digest. */
  runner: optionalText,
  image: nullableText,
  /** The limits of its server. */
  limits: optionalText,
  /** Where its server runs can be chosen. */
  canChooseRunner: z.boolean(),
  /** It failed, and what was to run it is not available now. */
  isRunnerMissing: z.boolean(),
  /** The hosts that the user allowed. Omitted if the service has no such list. */
  allowedHosts: z.optional(z.array(z.string())),
  /** null: nothing was recorded. Omitted if the service records no calls. */
  recording: z.optional(
    z.nullable(
      z.object({
        startedAt: z.string(),
        startedBy: z.string(),
        endsAt: z.string(),
        endedAt: z.nullable(z.string()),
        end: z.nullable(z.enum(recordingEnds)),
        calls: z.number(),
        missed: z.number(),
      }),
    ),
  ),
});
export type DeploymentFacts = z.output<typeof deploymentFacts>;

const healthFacts = z.object({
  status: optionalText,
  checkedAt: nullableText,
  latencyMs: nullableNumber,
  uptimeMs: nullableNumber,
  restarts: z.optional(z.number()),
  checks: z.array(
    z.object({
      name: z.string(),
      status: optionalText,
      message: optionalText,
      code: optionalText,
      latencyMs: nullableNumber,
      checkedAt: optionalText,
    }),
  ),
  history: z.array(z.object({ at: z.string(), status: z.string(), latencyMs: nullableNumber })),
});
export type HealthFacts = z.output<typeof healthFacts>;

const testFacts = z.object({
  id: z.string(),
  status: optionalText,
  statusDetail: nullableText,
  /** The run has only some of the cases. */
  isPartial: z.boolean(),
  summary: z.optional(
    z.object({
      total: optionalNumber,
      passed: optionalNumber,
      failed: optionalNumber,
      skipped: optionalNumber,
      errored: optionalNumber,
      durationMs: optionalNumber,
    }),
  ),
  createdAt: optionalText,
  triggeredBy: optionalText,
  /** The cases that did not pass, worst first, up to a limit. */
  cases: z.array(
    z.object({ id: z.string(), name: z.string(), kind: optionalText, status: optionalText, message: nullableText }),
  ),
});
export type TestFacts = z.output<typeof testFacts>;

const { content, structured, exchanges } = callViewSchema.shape;

/** A recorded call. */
const traceView = z.object({
  sequence: z.number(),
  at: z.string(),
  tool: z.string(),
  state: z.enum(callStates),
  durationMs: z.number(),
  bytes: z.number(),
  content,
  structured,
  exchanges,
  /** The client and the key. */
  caller: z.string(),
  /** As JSON; undefined: they were too large to be recorded. */
  arguments: z.optional(z.string()),
  error: z.optional(z.string()),
  /** What the trace lacks, as sentences. */
  notes: z.array(z.string()),
});
export type TraceView = z.output<typeof traceView>;

const otherDeployment = z.object({
  id: z.string(),
  version: optionalText,
  status: optionalText,
  isLive: z.boolean(),
  /** It has the same files as the deployment of the panel. */
  isSame: z.boolean(),
  createdAt: optionalText,
  triggeredBy: optionalText,
  message: nullableText,
});
export type OtherDeployment = z.output<typeof otherDeployment>;

/** The actions that a page may request. Some take the id of another deployment. */
export const deploymentPanelActions = [
  "test",
  "stop",
  "start",
  "useIn",
  "copyToken",
  "editVariables",
  "checkApi",
  "openLog",
  "openRun",
  "open",
  "compare",
  "deploy",
  "rehearse",
  "promote",
  "setMissingVariable",
  "showFailureLine",
  "runOn",
  "record",
  "signIn",
  "switchConnection",
  "useLocal",
  "showLog",
] as const;
export type DeploymentPanelAction = (typeof deploymentPanelActions)[number];

/** The reason why the page shows nothing new, and the action that helps. */
const problem = z.object({
  message: z.string(),
  action: z.nullable(z.object({ action: z.enum(deploymentPanelActions), label: z.string() })),
});
export type DeploymentPanelProblem = z.output<typeof problem>;

/** `ended`: no more events will follow. `unsupported`: the service has no events. */
const streamState = z.enum(["reading", "live", "polling", "reconnecting", "ended", "disconnected", "unsupported"]);
export type EventStreamState = z.output<typeof streamState>;

export const deploymentPanelToWebviewSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("facts"), facts: deploymentFacts }),
  z.object({ type: z.literal("events"), rows: eventRows }),
  z.object({ type: z.literal("streamState"), state: streamState }),
  z.object({ type: z.literal("health"), health: healthFacts }),
  z.object({ type: z.literal("tests"), run: z.nullable(testFacts) }),
  z.object({ type: z.literal("others"), others: z.array(otherDeployment) }),
  /** Recorded calls, oldest first, after those of earlier messages; `replaces`: in place of them. */
  z.object({ type: z.literal("traces"), traces: z.array(traceView), replaces: z.boolean() }),
  /** The files of the deployed version, which places in texts are links to. */
  z.object({ type: z.literal("files"), files: z.array(z.string()) }),
  /** Reading one part of the panel failed. */
  z.object({
    type: z.literal("partFailed"),
    part: z.enum(["health", "tests", "others", "traces"]),
    message: z.string(),
  }),
  z.object({ type: z.literal("problem"), problem: z.nullable(problem) }),
]);
export type DeploymentPanelToWebview = z.output<typeof deploymentPanelToWebviewSchema>;

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
