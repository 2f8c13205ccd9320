import type { Command } from "../command.ts";
import { listOptionFields, type OptionField } from "./optionFields.ts";

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
    ...formatColumns([...operands, ...options].map((field) => [formatName(field), field.description])),
    "",
    `Example: ${command.example}`,
    exitCodes,
  ];
}

const formatUse = (field: OptionField) => (field.isRequired ? formatName(field) : `[${formatName(field)}]`);

function formatName({ name, type, title, isOperand }: OptionField): string {
  if (isOperand) return name.toUpperCase();
  return type === "boolean" ? `--${name}` : `--${name} ${title}`;
}

function formatColumns(rows: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.max(...rows.map(([first]) => first.length));
  return rows.map(([first, text]) => `  ${first.padEnd(width)}  ${text}`);
}
