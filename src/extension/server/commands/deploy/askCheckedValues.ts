import type { ServiceClient } from "../../../../client/client.ts";
import { type PromptBack, promptBack } from "../../../base/ports.ts";
import type { Variable } from "../../model/serverVariables.ts";
import { askVariables } from "./askVariables.ts";
import type { ChosenCredential } from "./chooseCredential.ts";
import { type CheckedVersion, openTypedValuesCheck, type TypedValuesCheckContext } from "./typedValuesCheck.ts";

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
