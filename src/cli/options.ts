import { parseArgs } from "node:util";
import * as z from "zod";
import { endSentence } from "../text/language/endSentence.ts";
import { type Command, UsageError } from "./command.ts";

const fieldSchema = z.object({
  type: z.enum(["string", "boolean", "array"]),
  description: z.string().default(""),
  /** What stands for the value in the help. */
  title: z.string().default("VALUE"),
});
const shapeSchema = z.object({
  properties: z.record(z.string(), fieldSchema),
  required: z.array(z.string()).default([]),
});

interface OptionField extends z.output<typeof fieldSchema> {
  readonly name: string;
  readonly isRequired: boolean;
  readonly isOperand: boolean;
}

/** The options of a command, as its schema describes them. */
function listOptionFields({ options, operands }: Pick<Command, "options" | "operands">): readonly OptionField[] {
  const { properties, required } = shapeSchema.parse(z.toJSONSchema(options, { io: "input" }));
  return Object.entries(properties).map(([name, field]) => ({
    ...field,
    name,
    isRequired: required.includes(name),
    isOperand: operands.includes(name),
  }));
}

/** The values of a command's options by name, from what stands after its name. They match the command's schema. */
export function parseOptions(name: string, command: Command, args: readonly string[]): Record<string, unknown> {
  const fields = listOptionFields(command);
  const named = fields.filter(({ isOperand }) => !isOperand);
  const options = Object.fromEntries(
    named.map(({ name: option, type }) => [
      option,
      { type: type === "boolean" ? "boolean" : "string", multiple: type === "array" } as const,
    ]),
  );
  const { values, positionals } = parseStrictly(name, args, options);
  const { operands } = command;
  if (positionals.length > operands.length)
    throw new UsageError(`${name} takes no "${positionals[operands.length]}". See fairlead ${name} --help.`);
  const given = operands.slice(0, positionals.length).map((operand, index) => [operand, positionals[index]]);
  const all: Record<string, unknown> = { ...values, ...Object.fromEntries(given) };
  const missing = fields.find((field) => field.isRequired && all[field.name] === undefined);
  if (missing)
    throw new UsageError(`${name} needs ${formatName(missing)}: ${missing.description} See fairlead ${name} --help.`);
  const [issue] = command.options.safeParse(all).error?.issues ?? [];
  const wrong = fields.find((field) => field.name === issue?.path[0]);
  if (!issue || !wrong) return all;
  throw new UsageError(`${name} ${formatName(wrong)}: ${issue.message}. See fairlead ${name} --help.`);
}

const formatName = (field: OptionField) => (field.isOperand ? field.name.toUpperCase() : `--${field.name}`);

type ParsedOptions = NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>["options"]>;

function parseStrictly(name: string, args: readonly string[], options: ParsedOptions) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (cause) {
    // The rest of the message is about operands that begin with a hyphen, which no command has.
    const [reason = ""] = String(cause instanceof Error ? cause.message : cause).split(/\. |\n/);
    throw new UsageError(`${name}: ${endSentence(reason)} See fairlead ${name} --help.`, { cause });
  }
}

const exitCodes = `Exit codes: 0 passed or done, 1 a check or a deployment failed, 2 it could not run (arguments, files, service).`;
const variables = "FAIRLEAD_URL and FAIRLEAD_KEY name the service and its key.";

/** The help of the whole program. */
export function formatProgramHelp(commands: Readonly<Record<string, Command>>): readonly string[] {
  const rows = Object.entries(commands).map(([name, { help }]) => [name, help] as const);
  return [
    "Usage: fairlead COMMAND [options]",
    "",
    ...formatColumns(rows),
    "",
    "fairlead COMMAND --help lists the options of a command, fairlead --version prints the version.",
    variables,
    exitCodes,
  ];
}

export function formatCommandHelp(name: string, command: Command): readonly string[] {
  const fields = listOptionFields(command);
  const operands = command.operands.flatMap((operand) => fields.find((field) => field.name === operand) ?? []);
  const options = fields.filter(({ isOperand }) => !isOperand);
  const words = [...operands, ...options.filter(({ isRequired }) => isRequired)].map(formatUse);
  return [
    `Usage: ${["fairlead", name, ...words, "[options]"].join(" ")}`,
    "",
    command.help,
    "",
    ...formatColumns([...operands, ...options].map((field) => [formatSyntax(field), field.description])),
    "",
    `Example: ${command.example}`,
    exitCodes,
  ];
}

const formatUse = (field: OptionField) => (field.isRequired ? formatSyntax(field) : `[${formatSyntax(field)}]`);

function formatSyntax({ name, type, title, isOperand }: OptionField): string {
  if (isOperand) return name.toUpperCase();
  return type === "boolean" ? `--${name}` : `--${name} ${title}`;
}

function formatColumns(rows: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.max(...rows.map(([first]) => first.length));
  return rows.map(([first, text]) => `  ${first.padEnd(width)}  ${text}`);
}
