import { omitConfidential } from "../../../contract/confidential.ts";
import { operationInputSchema } from "../../../contract/operationInputSchema.ts";
import type { OperationName } from "../../../contract/operations.ts";
import { maskSecrets } from "../../../text/secrets/maskSecrets.ts";

/** Replaces a redacted value; an input that holds the mark is not sent. */
export const redactedInputMark = "<not-kept>";

/** Service keys of any length; user info, query and fragment of a URL. `$1` is the part that stays. */
const forms = [/()\bflk_[\w-]+/g, /(:\/\/)[^\s/?#@]+(?=@)/g, /(:\/\/[^\s?#]*[?#])\S+/g];

/**
 * The input as the history stores it: no field that the contract marks as secret, and no text that looks like a
 * secret.
 */
export function redactInput(name: OperationName, input: object): unknown {
  return omitConfidential(operationInputSchema(name), input, { instead: redactedInputMark, clean });
}

function clean(text: string): string {
  const ownValue = forms.reduce((rest, form) => rest.replaceAll(form, `$1${redactedInputMark}`), text);
  return maskSecrets(ownValue, [], redactedInputMark);
}
