import * as l10n from "@vscode/l10n";
import type { Server } from "../../../../contract/servers.ts";
import type { EditorServices } from "../../../base/editorServices.ts";
import { type PromptCheck, type PromptStep, promptBack } from "../../../base/ports.ts";
import { askInSequence } from "../../../base/prompts/askInSequence.ts";
import type { Variable } from "../../model/serverVariables.ts";
import { askVariableValue } from "../variables/askVariableValue.ts";
import type { TypedValuesCheck } from "./typedValuesCheck.ts";

type Environment = Readonly<Record<string, string>>;

/** Prompts for the values of variables; undefined: cancelled. The last prompt can check all of them. */
export function askVariables(
  app: Pick<EditorServices, "prompts">,
  server: Server,
  missing: readonly Variable[],
  check?: TypedValuesCheck,
): Promise<Environment | undefined> {
  const questions = missing.map((variable) => async (givenEnvironment: Environment, step: PromptStep) => {
    const { name, description } = variable;
    const isLast = step.number === step.total;
    const value = await askVariableValue(app, server, variable, {
      title: l10n.t`Deploy ${server.name}`,
      prompt: description ? `${name}: ${description}` : name,
      value: Object.hasOwn(givenEnvironment, name) ? givenEnvironment[name] : undefined,
      step,
      check: check && isLast ? createPromptCheck(check, givenEnvironment, name) : undefined,
    });
    return value === undefined || value === promptBack ? value : { ...givenEnvironment, [name]: value };
  });
  return askInSequence<Environment>({}, questions);
}

function createPromptCheck({ request, run }: TypedValuesCheck, given: Environment, name: string): PromptCheck {
  return { title: l10n.t`Check Now (${request})`, run: (text, signal) => run({ ...given, [name]: text }, signal) };
}
