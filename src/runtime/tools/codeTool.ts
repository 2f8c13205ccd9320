import type { CallToolResult } from "@modelcontextprotocol/server";
import type { EndpointKind } from "../../contract/mcp/endpointKind.ts";
import type { JsonObject } from "../definition.ts";
import type { UpstreamCapture } from "../upstream/upstreamCapture.ts";

/** A tool of a server that calls `serveTools`. */
export interface CodeTool {
  /** 1 to 64 of `A-Z a-z 0-9 _ -`, unique in the server. */
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  /** JSON Schema 2020-12, `type: object`. `run` only gets input that fits the schema. */
  readonly inputSchema: JsonObject;
  /** Describes the result of `run`, which is then also sent as structured content. */
  readonly outputSchema?: JsonObject;
  readonly annotations?: ToolAnnotations;
  /** What the annotations follow from, as a sentence. */
  readonly hintReason?: string;
  /** Returns text, any object (sent as JSON), or MCP content (`{ content: [...] }`). Throw to tell the model what failed. */
  run(input: JsonObject, context: ToolContext): Promise<ToolAnswer> | ToolAnswer;
}

export type ToolAnswer = string | object | CallToolResult;

export interface ToolAnnotations {
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
}

export interface ToolContext {
  /** Aborted when the client cancels the call or disconnects. */
  readonly signal: AbortSignal;
  /** Writes a line to the server's log (standard error); never put a secret in it. */
  log(message: string): void;
  /** Reports progress to a client that requested it. */
  progress(done: number, total?: number, message?: string): Promise<void>;
}

/** The context of the runtime's own tools, which can add facts to the log line of a call. */
export interface ToolCallContext extends ToolContext {
  /** Set if the caller asks for what the call exchanges with the API. */
  readonly upstream?: UpstreamCapture | undefined;
  note(name: string, value: string | number): void;
  /** Whether structured content fits the tool's output schema; true if the tool has none. */
  fits(structuredContent: JsonObject): boolean;
}

/** A tool as the runtime runs it. */
export interface RuntimeTool extends Omit<CodeTool, "run"> {
  /** Set if the tool delegates to another one, which logs the call. */
  readonly unlogged?: true;
  /** Set if the tool sends its input on: numbers that JavaScript would change are exact numbers. Other tools get plain numbers. */
  readonly exactNumbers?: true;
  /** Set if what its calls exchange with the API can be captured and replayed. */
  readonly hasUpstream?: true;
  /** What the tool belongs to. */
  readonly group?: string;
  /** Whether it stays listed beside the tools of the search. */
  readonly pinned?: true;
  /** What its operation is, if no program calls it to get an answer. */
  readonly endpoint?: EndpointKind;
  run(input: JsonObject, context: ToolCallContext): Promise<ToolAnswer> | ToolAnswer;
}

/** A failure that the model reads: what failed and what to change. The message must not contain a credential. */
export class ToolError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "ToolError";
  }
}
