import * as z from "zod";
import { maskSecrets } from "../text/secrets/maskSecrets.ts";
import { type Command, type CommandContext, type CommandResult, UsageError } from "./command.ts";
import { formatCommandHelp, formatProgramHelp, parseOptions } from "./options.ts";
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
