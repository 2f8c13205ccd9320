import type { Server } from "../../../contract/servers.ts";
import type { PromptBack, PromptStep } from "../../../core/foundation/ports.ts";
import { isVariableSet, readVariableValue, type Variable } from "../../../core/server/serverVariables.ts";
import type { App } from "../../app.ts";

/** Prompts for a variable's value. A value that may be secret is masked, and the saved one is never shown. */
export function askVariableValue(
  app: Pick<App, "prompts">,
  server: Server,
  variable: Variable,
  step?: PromptStep,
): Promise<string | PromptBack | undefined> {
  const { name, description, secret = true } = variable;
  const value = readVariableValue(server, variable);
  const isHidden = value === undefined && isVariableSet(server, variable);
  return app.prompts.input({
    title: `${name} of ${server.name}`,
    prompt: description || "A variable of the server's environment",
    secret,
    ...(isHidden && { placeholder: "A value is saved; the new one replaces it" }),
    ...(value !== undefined && { value }),
    ...(step && { step }),
    validate: (text) => (text === "" ? `Enter a value. Clear Value removes the saved one.` : undefined),
  });
}
