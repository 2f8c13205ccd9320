import * as z from "zod/mini";
import { upstreamExchangeSchema } from "../../contract/mcp/upstreamExchange.ts";

const name = z.string().check(z.maxLength(500));
const jsonObject = z.record(z.string(), z.unknown());

/** A tool of a deployed server, or of a server that this window is connected to by URL. */
export const toolPanelSubjectSchema = z.strictObject({
  server: z.discriminatedUnion("kind", [
    z.strictObject({
      kind: z.literal("deployed"),
      connection: name,
      id: name,
      /** The version of its preview; undefined: its live deployment. */
      preview: z.optional(name),
    }),
    z.strictObject({ kind: z.literal("url"), url: z.string().check(z.maxLength(4000)) }),
  ]),
  tool: name,
});
export type ToolPanelSubject = z.output<typeof toolPanelSubjectSchema>;

const annotations = z.object({
  readOnlyHint: z.optional(z.boolean()),
  destructiveHint: z.optional(z.boolean()),
  idempotentHint: z.optional(z.boolean()),
  openWorldHint: z.optional(z.boolean()),
});

const shownTool = z.object({
  name: z.string(),
  title: z.optional(z.string()),
  description: z.optional(z.string()),
  inputSchema: jsonObject,
  outputSchema: z.optional(jsonObject),
  annotations: z.optional(annotations),
});
export type ShownTool = z.output<typeof shownTool>;

const content = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("text"), text: z.string() }),
  /** `data` is base64. */
  z.object({ kind: z.literal("image"), mimeType: z.string(), data: z.string() }),
  z.object({ kind: z.literal("audio"), mimeType: z.string(), data: z.string() }),
  z.object({
    kind: z.literal("resource"),
    uri: z.string(),
    mimeType: z.optional(z.string()),
    text: z.optional(z.string()),
    /** base64 */
    data: z.optional(z.string()),
  }),
  z.object({
    kind: z.literal("link"),
    uri: z.string(),
    name: z.optional(z.string()),
    description: z.optional(z.string()),
  }),
  /** A part that is not shown, and the reason. */
  z.object({ kind: z.literal("omitted"), why: z.string() }),
]);
export type ContentView = z.output<typeof content>;

export const callViewSchema = z.object({
  id: z.string(),
  /** ISO 8601 */
  at: z.string(),
  arguments: jsonObject,
  state: z.enum(["running", "succeeded", "failed", "cancelled"]),
  progress: z.optional(
    z.object({ progress: z.number(), total: z.optional(z.number()), message: z.optional(z.string()) }),
  ),
  /** The server runs the call as a task, which ends when the server says so, also after a reload of the window. */
  task: z.optional(
    z.object({
      status: z.enum(["working", "input_required", "completed", "failed", "cancelled"]),
      /** What the server says of the status. */
      message: z.optional(z.string()),
    }),
  ),
  /** It began in an earlier window, and its arguments are not known. */
  isResumed: z.optional(z.boolean()),
  /** What the server asks the user while the call runs: a form by a schema, or a web page. */
  input: z.optional(
    z.object({ id: z.string(), message: z.string(), schema: z.optional(jsonObject), url: z.optional(z.string()) }),
  ),
  durationMs: z.optional(z.number()),
  /** The size of the result. */
  bytes: z.optional(z.number()),
  /** What the result costs an agent, estimated. */
  tokens: z.optional(z.number()),
  /** Why there is no result, and what to do. A tool that reports an error has content instead. */
  error: z.optional(z.string()),
  content: z.optional(z.array(content)),
  structured: z.optional(z.unknown()),
  /** What the server exchanged with its API; undefined: the user did not ask for it. */
  exchanges: z.optional(z.array(upstreamExchangeSchema)),
});
export type CallView = z.output<typeof callViewSchema>;

const state = z.object({
  type: z.literal("state"),
  /** The name of the server. */
  server: z.string(),
  /** undefined: not read yet, or `problem` has the reason. */
  tool: z.optional(shownTool),
  /** What the annotations follow from, as a sentence. */
  hintReason: z.optional(z.string()),
  connected: z.boolean(),
  /** Whether the server can show what a call exchanges with its API. */
  hasUpstream: z.boolean(),
  /** Why the tool cannot be called now, and what to do. */
  problem: z.optional(z.string()),
  /** The problem is only that the server is stopped. */
  isStopped: z.boolean(),
  hasVariables: z.boolean(),
  /** The live deployment runs with other values of the variables. */
  isChanged: z.boolean(),
  /** What the tool costs an agent in a list of tools, estimated. */
  tokens: z.optional(z.number()),
  /** The arguments that the user entered last. */
  draft: z.optional(jsonObject),
  /** Newest first, at most 20. */
  calls: z.array(callViewSchema),
});
export type ToolPanelState = z.output<typeof state>;

export const toolPanelToWebviewSchema = z.discriminatedUnion("type", [
  /** The whole state; the panel posts it again when the page becomes visible. */
  state,
  /** The file that the user chose for the argument at `pointer`. `data` is base64. */
  z.object({
    type: z.literal("file"),
    pointer: z.string(),
    name: z.string(),
    mediaType: z.string(),
    data: z.string(),
  }),
]);
export type ToolPanelToWebview = z.output<typeof toolPanelToWebviewSchema>;

/** Which view of the arguments is open, and whether calls show the HTTP request. */
export const toolPageStateSchema = z.object({ tab: z.enum(["form", "json"]), showsHttp: z.optional(z.boolean()) });
export type ToolPageState = z.output<typeof toolPageStateSchema>;

const id = z.string().check(z.maxLength(100));
const inputValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]);
const toolArguments = z.record(z.string(), z.unknown());

export const toolPanelFromWebviewSchema = z.discriminatedUnion("type", [
  /** The page is loaded and needs the whole state. */
  z.strictObject({ type: z.literal("ready") }),
  /** The arguments that the user entered so far. */
  z.strictObject({ type: z.literal("draft"), arguments: toolArguments }),
  /** `capture` asks for what the server exchanges with its API. */
  z.strictObject({ type: z.literal("call"), arguments: toolArguments, capture: z.optional(z.boolean()) }),
  z.strictObject({ type: z.literal("cancel"), id }),
  z.strictObject({ type: z.literal("callAgain"), id }),
  /** Answers what the server of a running call asks; `input` is the id of the question. */
  z.strictObject({
    type: z.literal("answerInput"),
    id,
    input: id,
    action: z.enum(["accept", "decline", "cancel"]),
    content: z.optional(z.record(z.string(), inputValue)),
  }),
  z.strictObject({ type: z.literal("keepAsCase"), id }),
  /** Asks in which form the call is copied. */
  z.strictObject({ type: z.literal("copyAs"), id }),
  /** Copies the request of an exchange as a command line. */
  z.strictObject({ type: z.literal("copyExchange"), id, index: z.int() }),
  z.strictObject({ type: z.literal("openLink"), uri: z.string().check(z.maxLength(10_000)) }),
  /** Asks the user for a file; `pointer` is the JSON Pointer of the argument that it fills. */
  z.strictObject({ type: z.literal("pickFile"), pointer: z.string().check(z.maxLength(2000)) }),
  /** Changes how agents see the tool. */
  z.strictObject({ type: z.literal("edit") }),
  z.strictObject({ type: z.literal("editVariables") }),
  /** Starts the server. */
  z.strictObject({ type: z.literal("start") }),
  /** Deploys the live version with the values of now. */
  z.strictObject({ type: z.literal("deployAgain") }),
  /** Reads the tool again. */
  z.strictObject({ type: z.literal("refresh") }),
]);
export type ToolPanelFromWebview = z.output<typeof toolPanelFromWebviewSchema>;
