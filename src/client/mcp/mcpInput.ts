/** A server asks the user for something while a tool runs (elicitation). */
export interface McpInputRequest {
  readonly message: string;
  /** Of a form; a schema of an object with simple properties. */
  readonly schema?: Readonly<Record<string, unknown>>;
  /** Of a web page where the user goes on. */
  readonly url?: string;
}

type InputValue = string | number | boolean | string[];

export interface McpInputAnswer {
  readonly action: "accept" | "decline" | "cancel";
  /** The values of a form that is accepted. */
  readonly content?: Readonly<Record<string, InputValue>>;
}

/** Asks the user; undefined: no user can be asked. */
export type OnInput = (request: McpInputRequest, signal: AbortSignal) => Promise<McpInputAnswer | undefined>;
