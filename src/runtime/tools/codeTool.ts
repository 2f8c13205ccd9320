import type { CallToolResult } from "@modelcontextprotocol/server";
import type { JsonObject } from "../definition.ts";

/** A tool written by hand: what `serveTools` serves. */
export interface CodeTool {
  /** 1 to 64 of `A-Z a-z 0-9 _ -`, unique in the server. */
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  /** JSON Schema 2020-12, `type: object`. `run` sees input that fits it, never another. */
  readonly inputSchema: JsonObject;
  /** Describes what `run` returns; with it the answer is given as structured content too. */
  readonly outputSchema?: JsonObject;
  readonly annotations?: ToolAnnotations;
  /** Text, any object (given as JSON), or content of one's own (`{ content: [...] }`). Throw to tell the model what failed. */
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
  /** Aborted when the client cancels the call or goes away. */
  readonly signal: AbortSignal;
  /** Writes a line to the server's log (standard error); never put a secret in it. */
  log(message: string): void;
  /** Tells a client that asked for it how far the work is. */
  progress(done: number, total?: number, message?: string): Promise<void>;
}

/** What a tool of the runtime itself gets beside: facts for the one line that the log keeps of each call. */
export interface ToolCallContext extends ToolContext {
  note(name: string, value: string | number): void;
  /** Whether a structured answer is what the tool declares; always so where it declares none. */
  fits(structuredContent: JsonObject): boolean;
}

/** A tool as the runtime runs it. */
export interface RuntimeTool extends Omit<CodeTool, "run"> {
  /** Set where the call is logged by the tool that it leads to. */
  readonly unlogged?: true;
  run(input: JsonObject, context: ToolCallContext): Promise<ToolAnswer> | ToolAnswer;
}

/** What the model is told instead of an answer: what failed and what to change. Its message never holds a credential. */
export class ToolError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "ToolError";
  }
}
