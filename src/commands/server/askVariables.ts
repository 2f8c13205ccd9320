import type { Server, Variable } from "../../contract/servers.ts";
import { askInTurn } from "../../core/foundation/askInSequence.ts";
import { type Back, back, type Step } from "../../core/foundation/ports.ts";
import type { App } from "../app.ts";

type Environment = Readonly<Record<string, string>>;

/** Asks for what a server must find in its environment and does not have yet; undefined: escaped. */
export async function askVariables(app: App, server: Server): Promise<Environment | undefined> {
  const missing = server.variables.filter(({ name, required }) => required && !Object.hasOwn(server.environment, name));
  const questions = missing.map((variable) => async (known: Environment, step: Step) => {
    const value = await askVariable(app, variable, {
      title: `Deploy ${server.name}`,
      value: Object.hasOwn(known, variable.name) ? known[variable.name] : undefined,
      step,
    });
    return value === undefined || value === back ? value : { ...known, [variable.name]: value };
  });
  return askInTurn<Environment>({}, questions);
}

interface Asking {
  readonly title: string;
  readonly value?: string | undefined;
  readonly step?: Step;
}

/** Asks for one variable's value; a secret is shown as dots and never as a default. */
function askVariable(
  app: App,
  { name, secret, description }: Variable,
  { title, value, step }: Asking,
): Promise<string | Back | undefined> {
  return app.prompts.input({
    title,
    prompt: `${name}${description ? `: ${description}` : ""}`,
    secret,
    ...(value !== undefined && !secret && { value }),
    ...(step && { step }),
    validate: (text) => (text === "" ? `${name} needs a value.` : undefined),
  });
}
