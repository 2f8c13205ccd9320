import * as z from "zod";
import type { OperationInput, OperationName, ReceivedOutput } from "../contract/operations.ts";

/** The service that a tool calls, as the user who gave the agent access. */
export interface AgentService {
  call<N extends OperationName>(name: N, input: OperationInput<N>): Promise<ReceivedOutput<N>>;
  /** Where it is. */
  readonly url: string;
  readonly signal: AbortSignal;
  /** Tells the user of the agent what is done now. */
  report(message: string): Promise<void>;
}

export type ToolFacts = Readonly<Record<string, unknown>>;

export interface AgentTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject;
  readonly changes: ToolEffect;
  /** Its result has published files, whose digests must hold: what looks like a secret stays. */
  readonly isExact?: true;
  run(service: AgentService, input: unknown): Promise<ToolFacts>;
}

/** `replaces`: something that others use is another afterwards. */
export type ToolEffect = "nothing" | "adds" | "replaces";

/** The agent reads the message: what failed, on what, and what to do. */
export class AgentToolError extends Error {
  override readonly name = "AgentToolError";
}

export function createAgentTool<Input extends z.ZodObject>(
  tool: Omit<AgentTool, "input" | "run"> & { readonly input: Input },
  run: (service: AgentService, input: z.output<Input>) => Promise<ToolFacts>,
): AgentTool {
  return { ...tool, run: (service, input) => run(service, tool.input.parse(input)) };
}

const name = z.string().trim().min(1).max(200);
export const serverField = name.describe("Name or id of the server.");
export const skillField = name.describe("Name or id of the published skill.");
