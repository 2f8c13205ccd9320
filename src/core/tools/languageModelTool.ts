import type * as z from "zod";
import type { ServiceClient } from "../../client/client.ts";
import type { Me } from "../../contract/identity.ts";
import type { Connection } from "../connection/connection.ts";
import type { Connections } from "../connection/connections.ts";
import type { DeploymentWatch } from "../deployment/deploymentWatch.ts";
import type { Logger, Memory, ViewId } from "../foundation/ports.ts";
import { ToolCallError } from "./toolCallError.ts";
import type { ToolReply } from "./toolReply.ts";

/** What tools see of the editor. */
export interface ToolEnvironment {
  readonly connections: Connections;
  readonly memory: Memory;
  readonly log: Logger;
  readonly watch: DeploymentWatch;
  readonly refresh: (...views: ViewId[]) => void;
  readonly isTrusted: () => boolean;
  readonly now: () => number;
  /** How long a tool waits for how something ends before it says how to ask on. */
  readonly patienceMs: number;
}

/** The service a tool works at. */
export interface ToolConnection {
  readonly world: ToolEnvironment;
  readonly connection: Connection;
  readonly me: Me;
  readonly client: ServiceClient;
  readonly signal: AbortSignal;
}

interface Common {
  /** The manifest shows models the same as JSON schema. */
  readonly input: z.ZodType;
  /** What the user reads while it works. */
  readonly progress: string;
}

export interface ReadTool extends Common {
  readonly kind: "reads";
  readonly run: (at: ToolConnection, given: unknown) => Promise<ToolReply>;
}

export interface ChangeTool extends Common {
  readonly kind: "changes";
  /** Finds out what would be done, and does nothing. */
  readonly plan: (at: ToolConnection, given: unknown) => Promise<PlannedChange>;
}

export type LanguageModelTool = ReadTool | ChangeTool;

/** What would be done, for the user to confirm. */
export interface PlannedChange {
  readonly title: string;
  readonly rows: readonly ChangeDetail[];
  /** Differs where something else would be done, or elsewhere. */
  readonly mark: string;
  readonly perform: () => Promise<ToolReply>;
}

export type ChangeDetail = readonly [name: string, value: string];

export function createReadTool<Input extends z.ZodType>(
  { input, progress }: { readonly input: Input; readonly progress: string },
  run: (at: ToolConnection, given: z.output<Input>) => Promise<ToolReply>,
): ReadTool {
  return { kind: "reads", input, progress, run: (at, given) => run(at, parsed(input, given)) };
}

export function createChangeTool<Input extends z.ZodType>(
  { input, progress }: { readonly input: Input; readonly progress: string },
  plan: (at: ToolConnection, given: z.output<Input>) => Promise<PlannedChange>,
): ChangeTool {
  return { kind: "changes", input, progress, plan: (at, given) => plan(at, parsed(input, given)) };
}

function parsed<Input extends z.ZodType>(input: Input, given: unknown): z.output<Input> {
  const { success, data, error } = input.safeParse(given);
  if (success) return data;
  const problems = error.issues.map(({ path, message }) => [path.join("."), message].filter(Boolean).join(": "));
  throw new ToolCallError(`The input does not fit: ${problems.join("; ")}.`);
}
