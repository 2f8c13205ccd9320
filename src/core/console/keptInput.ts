import { withoutConfidential } from "../../contract/confidential.ts";
import { inputSchema } from "../../contract/inputSchema.ts";
import type { OperationName } from "../../contract/operations.ts";
import { withoutKnownSecrets } from "../knownSecrets.ts";

/** Stands where something was that is not kept; an input that holds it is not sent. */
export const leftOut = "<not-kept>";

/** What of an input goes into the history: no secret and no content of a file. */
export function keptInput(name: OperationName, input: object): unknown {
  return withoutConfidential(inputSchema(name), input, {
    instead: leftOut,
    clean: (text) => withoutKnownSecrets(text, leftOut),
  });
}
