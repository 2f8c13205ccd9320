import { parseArgs } from "node:util";
import * as z from "zod";
import { endSentence } from "../text/language/endSentence.ts";
import { maskSecrets } from "../text/secrets/maskSecrets.ts";
import { type Command, type CommandContext, type CommandResult, UsageError } from "./command.ts";
import { escapeLogJson, formatLogText } from "./report/buildLog.ts";
import { outputShape, writeReport } from "./report/writeReport.ts";

/** The process that a command runs in. */
export interface CliProcess extends Omit<CommandContext, "print"> {
  readonly version: string;
  readonly writeOutput: (text: string) => void;
  readonly writeError: (text: string) => void;
}

type CommandTable = Readonly<Record<string, Command>>;

interface Output extends CliProcess {
  readonly mask: (text: string) => string;
  readonly print: (line: string) => void;
}

/** Runs a command and returns the exit code. Secrets reach neither the output nor the files of reports. */
export async function runCli(commands: CommandTable, args: readonly string[], cli: CliProcess): Promise<number> {
  const secrets = listSecrets(args, cli.environment);
  const mask = (text: string) => maskSecrets(text, secrets);
  const print = (line: string) => cli.writeOutput(`${formatLogText(mask(line))}\n`);
  try {
    return await runCommand(commands, args, { ...cli, mask, print });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = cli.signal.aborted ? "Interrupted." : mask(reason);
    cli.writeError(`fairlead: ${formatLogText(message)}\n`);
    if (args.includes("--json")) cli.writeOutput(`${escapeLogJson(JSON.stringify({ error: message }, null, 2))}\n`);
    return 2;
  }
}

const secretName = /TOKEN|SECRET|PASSWORD|KEY|CREDENTIAL/i;

/** The keys of the service and of the host of the repository, and those that a tested server gets by `--variable`. */
function listSecrets(args: readonly string[], environment: CliProcess["environment"]): readonly string[] {
  const given = args.map((arg) => arg.replace("--variable=", "")).filter((name) => secretName.test(name));
  return ["FAIRLEAD_KEY", "GITHUB_TOKEN", "GITLAB_TOKEN", ...given].flatMap((name) => environment[name] ?? []);
}

async function runCommand(commands: CommandTable, [name = "", ...args]: readonly string[], output: Output) {
  const { print, mask } = output;
  if (name === "--version") return printLines(print, [output.version]);
  if (name === "--help" || name === "-h") return printLines(print, formatProgramHelp(commands));
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) {
    const subject = name === "" ? "A command is missing." : `There is no command "${name}".`;
    throw new UsageError(`${subject} See fairlead --help.`);
  }
  if (args.includes("--help") || args.includes("-h")) return printLines(print, formatCommandHelp(name, command));
  const values = parseOptions(name, command, args);
  const written = z.object(outputShape).parse(values);
  const result = await command.run(values, output);
  if (written.json) output.writeOutput(`${formatJson(result, mask)}\n`);
  else printLines(print, result.lines);
  if (result.report) await writeReport(result.report, written, output);
  return result.ok ? 0 : 1;
}

function printLines(print: Output["print"], lines: readonly string[]): number {
  lines.forEach(print);
  return 0;
}

/** Masks each text by itself, because a key may have no end that is seen in the JSON. */
function formatJson({ json }: CommandResult, mask: Output["mask"]): string {
  const text = JSON.stringify(json, (_, value: unknown) => (typeof value === "string" ? mask(value) : value), 2);
  return escapeLogJson(text);
}

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
function parseOptions(name: string, command: Command, args: readonly string[]): Record<string, unknown> {
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
function formatProgramHelp(commands: Readonly<Record<string, Command>>): readonly string[] {
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

function formatCommandHelp(name: string, command: Command): readonly string[] {
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
