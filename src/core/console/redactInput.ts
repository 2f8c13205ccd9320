import { omitConfidential } from "../../contract/confidential.ts";
import { operationInputSchema } from "../../contract/operationInputSchema.ts";
import type { OperationName } from "../../contract/operations.ts";
import { maskSecrets } from "../../text/maskSecrets.ts";

/** Stands where something was that is not kept; an input that holds it is not sent. */
export const redactedInputMark = "<not-kept>";

/** Keys of ours whatever their length; the user of a URL, its query and its fragment; `$1` is what stays. */
const forms = [/()\bflk_[\w-]+/g, /(:\/\/)[^\s/?#@]+(?=@)/g, /(:\/\/[^\s?#]*[?#])\S+/g];

/** What of an input goes into the history: no field that the contract marks, and no text that looks like a secret. */
export function redactInput(name: OperationName, input: object): unknown {
  return omitConfidential(operationInputSchema(name), input, { instead: redactedInputMark, clean });
}

function clean(text: string): string {
  const own = forms.reduce((rest, form) => rest.replaceAll(form, `$1${redactedInputMark}`), text);
  return maskSecrets(own, [], redactedInputMark);
}
