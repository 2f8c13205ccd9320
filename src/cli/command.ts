import * as z from "zod";
import type { CheckReport } from "./report/checkReport.ts";

/** What a command gets from its process. */
export interface CommandContext {
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** Where this program is, with those that it starts beside it. */
  readonly programFolder: string;
  /** Writes a line of the output for people at once; the result has the others. */
  readonly print: (line: string) => void;
}

export interface CommandResult {
  /** false: what was checked or done failed, so the program exits with 1. */
  readonly ok: boolean;
  /** The output for people. */
  readonly lines: readonly string[];
  /** The document of `--json`. */
  readonly json: unknown;
  /** What `--junit`, `--github` and `--summary` write. */
  readonly report?: CheckReport;
}

/** One row of the table of commands. Parser and help follow from the schema of its options. */
export interface Command {
  readonly help: string;
  readonly example: string;
  /** The options that are written without their names, in this order. */
  readonly operands: readonly string[];
  /** Texts, lists of texts and flags. */
  readonly options: z.ZodObject;
  /** The options match the schema. */
  run(options: unknown, context: CommandContext): Promise<CommandResult>;
}

type CommandDefinition<Options extends z.ZodObject> = Omit<Command, "options" | "run"> & {
  readonly options: Options;
  readonly run: (options: z.output<Options>, context: CommandContext) => Promise<CommandResult>;
};

export function defineCommand<Options extends z.ZodObject>(definition: CommandDefinition<Options>): Command {
  const { options, run } = definition;
  return {
    ...definition,
    options: options.extend(commonShape),
    run: (values, context) => run(options.parse(values), context),
  };
}

const commonShape = { json: z.boolean().default(false).describe("Print one JSON document in place of text.") };

/** The command cannot run as it was called: the program exits with 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
