import * as z from "zod";
import type { OperationInput, OperationName, ReceivedOutput } from "../contract/operations.ts";
import type { ToolsQuery, VersionTool } from "../contract/routes/toolsRoute.ts";
import type { ToolReply } from "./toolReply.ts";

/** The service that a tool calls, as the user who gave the agent access. */
export interface AgentService {
  call<N extends OperationName>(name: N, input: OperationInput<N>): Promise<ReceivedOutput<N>>;
  /** The tools of a server's version, where `hasTools` of the version says that they are known. */
  readVersionTools(query: ToolsQuery): Promise<readonly VersionTool[]>;
  /** Where it is. */
  readonly url: string;
  readonly signal: AbortSignal;
  /** Shows the user of the agent what is done now. */
  report(message: string): Promise<void>;
}

/** `replaces`: something that others use is another afterwards. */
export type ToolEffect = "nothing" | "adds" | "replaces";

export interface AgentTool {
  /** VS Code's own chat has most as `fairlead_<name>`. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject;
  readonly changes: ToolEffect;
  /** Its result has published files, whose digests must hold: nothing is cut, and what looks like a secret stays. */
  readonly isExact?: true;
  run(service: AgentService, input: unknown): Promise<ToolReply>;
}

/** The agent reads the message: what failed, on what, and what to do. */
export class AgentToolError extends Error {
  override readonly name = "AgentToolError";
}

export function createAgentTool<Input extends z.ZodObject>(
  tool: Omit<AgentTool, "input" | "run"> & { readonly input: Input },
  run: (service: AgentService, input: z.output<Input>) => Promise<ToolReply>,
): AgentTool {
  return { ...tool, run: (service, input) => run(service, parseInput(tool.input, input)) };
}

export function parseInput<Input extends z.ZodType>(schema: Input, input: unknown): z.output<Input> {
  const { success, data, error } = schema.safeParse(input);
  if (success) return data;
  const problems = error.issues.map(({ path, message }) => [path.join("."), message].filter(Boolean).join(": "));
  throw new AgentToolError(`The input does not fit: ${problems.join("; ")}.`);
}

const name = z.string().min(1).max(200);
export const serverInput = name.describe("Name or id of the server.");
export const skillInput = name.describe("Name or id of the published skill.");
export const limitInput = z.int().min(1).max(50).default(25).describe("Most to answer at once.");
export const skipInput = z.int().min(0).default(0).describe("How many to skip, to read on.");
