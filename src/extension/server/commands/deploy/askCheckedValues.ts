import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../../client/client.ts";
import type { Server } from "../../../../contract/servers.ts";
import type { EditorServices } from "../../../base/editorServices.ts";
import { type PromptBack, type PromptCheck, type PromptStep, promptBack } from "../../../base/ports.ts";
import { askAfterSteps } from "../../../base/prompts/askInSequence.ts";
import { formatSchemeName } from "../../model/credentials/variableGroups.ts";
import { formatVariablePurpose, type Variable } from "../../model/serverVariables.ts";
import { askVariableValue } from "../variables/askVariableValue.ts";
import type { ChosenCredential } from "./chooseCredential.ts";
import {
  type CheckedVersion,
  openTypedValuesCheck,
  type TypedValuesCheck,
  type TypedValuesCheckContext,
} from "./typedValuesCheck.ts";

interface ValuesQuestion {
  readonly title: string;
  /** The variables that the server needs. */
  readonly asked: readonly Variable[];
  readonly chosen: ChosenCredential;
}

interface CheckedValues {
  readonly values: Readonly<Record<string, string>>;
  /** The user agreed to the hosts and the code for a check. */
  readonly isAgreed: boolean;
  /** The only credential was left empty. */
  readonly isDeclined: boolean;
  /** Removes the values that a check saved. */
  discard(): Promise<void>;
}

/** Prompts for values, which the last prompt can check. undefined: cancelled, and nothing that was typed is saved. */
export async function askCheckedValues(
  app: TypedValuesCheckContext,
  client: ServiceClient,
  version: Omit<CheckedVersion, "missing">,
  { title, asked, chosen }: ValuesQuestion,
): Promise<CheckedValues | PromptBack | undefined> {
  const { server } = version;
  const variables = [...asked, ...chosen.variables];
  const check = await openTypedValuesCheck(app, client, { ...version, missing: variables });
  const values = await askVariables(app, server, {
    title,
    variables,
    check,
    stepsBefore: chosen.isPicked ? 1 : 0,
    canSkip: (one) => !asked.includes(one),
  });
  const isAgreed = (await check?.end()) ?? false;
  const discard = async () => check?.discard();
  if (values === undefined || values === promptBack) {
    await discard();
    return values;
  }
  const { isPicked, variables: offered } = chosen;
  const isLeftEmpty = offered.length > 0 && offered.every(({ name }) => !Object.hasOwn(values, name));
  return { values, isAgreed, isDeclined: isLeftEmpty && !isPicked, discard };
}

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
