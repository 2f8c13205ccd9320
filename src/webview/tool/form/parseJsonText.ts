import * as l10n from "@vscode/l10n";
import { hasExactNumber, simplifyExactNumbers } from "../../../text/number/exactNumber.ts";
import { readExactJson } from "../../../text/number/readExactJson.ts";

/** Throws SyntaxError, also for a number that would lose digits. */
export function parseJsonText(text: string): unknown {
  const value = simplifyExactNumbers(readExactJson(text));
  if (hasExactNumber(value))
    throw new SyntaxError(l10n.t("A number has more digits than can be sent exactly. Write it as a text, in quotes."));
  return value;
}
