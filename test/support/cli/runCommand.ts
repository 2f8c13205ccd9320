import { commands } from "../../../src/cli/commands.ts";
import { runCli } from "../../../src/cli/runCli.ts";

export interface EndedCommand {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

interface CommandOptions {
  readonly cwd?: string;
  /** Where the runtime of generated servers is. */
  readonly programFolder?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  readonly onOutput?: (text: string) => void;
}

/** Runs a command of the command line in this process. */
export async function runCommand(args: readonly string[], options: CommandOptions = {}): Promise<EndedCommand> {
  const { cwd = "/", programFolder = cwd, environment = {}, onOutput = () => {} } = options;
  const { signal = new AbortController().signal } = options;
  let output = "";
  let errors = "";
  const code = await runCli(commands, args, {
    ...{ version: "1.2.3", cwd, environment, signal, programFolder },
    writeOutput: (text) => {
      output += text;
      onOutput(text);
    },
    writeError: (text) => {
      errors += text;
    },
  });
  return { code, output, errors };
}
