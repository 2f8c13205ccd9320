import { parseArgs } from "node:util";
import { type Command, UsageError } from "../command.ts";
import { findNearMatch } from "./findNearMatch.ts";
import { listOptionFields, type OptionField } from "./optionFields.ts";

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
  const { tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true });
  for (const token of tokens)
    if (token.kind === "option" && !Object.hasOwn(options, token.name))
      throw new UsageError(
        `${name} has no option ${token.rawName}.${findNearMatch(
          token.rawName,
          named.map((field) => `--${field.name}`),
        )} See fairlead ${name} --help.`,
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
    const [reason] = String(cause instanceof Error ? cause.message : cause).split("\n");
    throw new UsageError(`${name}: ${reason} See fairlead ${name} --help.`, { cause });
  }
}
