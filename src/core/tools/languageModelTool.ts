import type * as z from "zod";
import type { Client } from "../../client/client.ts";
import type { App } from "../../commands/app.ts";
import type { Me } from "../../contract/identity.ts";
import type { Connection } from "../connection/connection.ts";
import { ToolError } from "./toolCallError.ts";
import type { Reply } from "./toolReply.ts";

/** What tools see of the editor. */
export interface ToolWorld extends Pick<App, "connections" | "memory" | "watch" | "refresh" | "log"> {
  readonly isTrusted: () => boolean;
  readonly now: () => number;
  /** How long a tool waits for how something ends before it says how to ask on. */
  readonly patienceMs: number;
}

/** The service a tool works at. */
export interface At {
  readonly world: ToolWorld;
  readonly connection: Connection;
  readonly me: Me;
  readonly client: Client;
  readonly signal: AbortSignal;
}

interface Common {
  /** The manifest shows models the same as JSON schema. */
  readonly input: z.ZodType;
  /** What the user reads while it works. */
  readonly progress: string;
}

export interface ReadingTool extends Common {
  readonly kind: "reads";
  readonly run: (at: At, given: unknown) => Promise<Reply>;
}

export interface ChangingTool extends Common {
  readonly kind: "changes";
  /** Finds out what would be done, and does nothing. */
  readonly plan: (at: At, given: unknown) => Promise<Change>;
}

export type Tool = ReadingTool | ChangingTool;

/** What would be done, for the user to confirm. */
export interface Change {
  readonly title: string;
  readonly rows: readonly Row[];
  /** Differs where something else would be done, or elsewhere. */
  readonly mark: string;
  readonly perform: () => Promise<Reply>;
}

export type Row = readonly [name: string, value: string];

export function readingTool<Input extends z.ZodType>(
  { input, progress }: { readonly input: Input; readonly progress: string },
  run: (at: At, given: z.output<Input>) => Promise<Reply>,
): ReadingTool {
  return { kind: "reads", input, progress, run: (at, given) => run(at, parsed(input, given)) };
}

export function changingTool<Input extends z.ZodType>(
  { input, progress }: { readonly input: Input; readonly progress: string },
  plan: (at: At, given: z.output<Input>) => Promise<Change>,
): ChangingTool {
  return { kind: "changes", input, progress, plan: (at, given) => plan(at, parsed(input, given)) };
}

function parsed<Input extends z.ZodType>(input: Input, given: unknown): z.output<Input> {
  const { success, data, error } = input.safeParse(given);
  if (success) return data;
  const problems = error.issues.map(({ path, message }) => [path.join("."), message].filter(Boolean).join(": "));
  throw new ToolError(`The input does not fit: ${problems.join("; ")}.`);
}
