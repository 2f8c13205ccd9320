import type { Server } from "../../../contract/servers.ts";
import { askInSequence } from "../../../core/foundation/askInSequence.ts";
import { type PromptBack, type PromptStep, promptBack } from "../../../core/foundation/ports.ts";
import type { App } from "../../app.ts";

type Environment = Readonly<Record<string, string>>;
type WantedVariable = NonNullable<Server["variables"]>[number];

/** The required variables of a server's latest version that have no value. */
export function listUnsetVariables({ variables = [], environment = {} }: Server): readonly WantedVariable[] {
  return variables.filter(({ name, required }) => required && !Object.hasOwn(environment, name));
}

/** Whether a value is another than the one that the live deployment runs with, as far as the service says so. */
export function hasChangedVariables({ variables = [] }: Server): boolean {
  return variables.some((variable) => "changed" in variable && variable.changed === true);
}

/** Prompts for the values of variables; undefined: cancelled. */
export function askVariables(
  app: Pick<App, "prompts">,
  title: string,
  missing: readonly WantedVariable[],
): Promise<Environment | undefined> {
  const questions = missing.map((variable) => async (givenEnvironment: Environment, step: PromptStep) => {
    const value = await askVariable(app, variable, {
      title,
      value: Object.hasOwn(givenEnvironment, variable.name) ? givenEnvironment[variable.name] : undefined,
      step,
    });
    return value === undefined || value === promptBack ? value : { ...givenEnvironment, [variable.name]: value };
  });
  return askInSequence<Environment>({}, questions);
}

interface Asking {
  readonly title: string;
  readonly value?: string | undefined;
  readonly step?: PromptStep;
}

/** Prompts for a variable's value; a value that may be secret is masked and has no default. */
function askVariable(
  app: Pick<App, "prompts">,
  variable: WantedVariable,
  { title, value, step }: Asking,
): Promise<string | PromptBack | undefined> {
  const { name, secret = true, description } = variable;
  const documentation = "documentation" in variable ? variable.documentation : undefined;
  const where = typeof documentation === "string" ? `Where to find it: ${documentation}` : undefined;
  return app.prompts.input({
    title,
    prompt: [description ? `${name}: ${description}` : name, where].filter(Boolean).join(" "),
    secret,
    ...(value !== undefined && !secret && { value }),
    ...(step && { step }),
    validate: (text) => (text === "" ? `${name} needs a value.` : undefined),
  });
}
