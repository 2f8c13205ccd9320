import * as l10n from "@vscode/l10n";
import type { Server } from "../../../../contract/servers.ts";
import type { EditorServices } from "../../../base/editorServices.ts";
import { type PromptBack, type PromptCheck, type PromptStep, promptBack } from "../../../base/ports.ts";
import { askAfterSteps } from "../../../base/prompts/askInSequence.ts";
import { formatSchemeName } from "../../model/credentials/formatSchemeName.ts";
import { formatVariablePurpose, type Variable } from "../../model/serverVariables.ts";
import { askVariableValue } from "../variables/askVariableValue.ts";
import type { TypedValuesCheck } from "./typedValuesCheck.ts";

type Environment = Readonly<Record<string, string>>;

interface VariablesQuestion {
  readonly title: string;
  readonly variables: readonly Variable[];
  /** The last prompt can check all values. */
  readonly check?: TypedValuesCheck | undefined;
  /** The earlier steps that Back returns to. */
  readonly stepsBefore?: number;
  /** Whether the user may go on without the value; by default without one that is not required. */
  readonly canSkip?: (variable: Variable) => boolean;
}

/** Prompts for the values of variables; undefined: cancelled. What was left empty is not among the values. */
export function askVariables(
  app: Pick<EditorServices, "prompts">,
  server: Server,
  { title, variables, check, stepsBefore = 0, canSkip = ({ required }) => required === false }: VariablesQuestion,
): Promise<Environment | PromptBack | undefined> {
  const questions = variables.map((variable) => async (givenEnvironment: Environment, step: PromptStep) => {
    const { name, credential } = variable;
    const description = formatVariablePurpose(server, variable);
    const isLast = step.number === step.total;
    const label = credential ? formatSchemeName(credential.name) : name;
    const value = await askVariableValue(app, server, variable, {
      title,
      prompt: description ? `${label}: ${description}` : label,
      value: Object.hasOwn(givenEnvironment, name) ? givenEnvironment[name] : undefined,
      step,
      check: check && isLast ? createPromptCheck(check, givenEnvironment, name) : undefined,
      canSkip: canSkip(variable),
    });
    if (value === undefined || value === promptBack) return value;
    const { [name]: _, ...others } = givenEnvironment;
    return value === "" ? others : { ...others, [name]: value };
  });
  return askAfterSteps<Environment>(stepsBefore, {}, questions);
}

function createPromptCheck({ request, run }: TypedValuesCheck, given: Environment, name: string): PromptCheck {
  return { title: l10n.t`Check Now (${request})`, run: (text, signal) => run({ ...given, [name]: text }, signal) };
}
