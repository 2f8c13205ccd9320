import type { TextExpectation } from "../../../skills/model.ts";
import { boundedMatch } from "../boundedMatch.ts";

/** Where something is not as it has to be; both sides are texts that can be compared. */
export interface Mismatch {
  readonly message: string;
  readonly expected: string;
  readonly actual: string;
}

/** How a text is not as expected. Line breaks at its end do not count where all of it is compared; they are what editors add. */
export function textMismatches(what: string, expected: TextExpectation | undefined, actual: string): Mismatch[] {
  const { equals, contains = [], matches } = expected ?? {};
  const found: Mismatch[] = [];
  if (equals !== undefined && trimmed(equals) !== trimmed(actual))
    found.push({ message: `${what} is another text.`, expected: equals, actual });
  const missing = contains.filter((part) => !actual.includes(part));
  if (missing.length > 0) {
    const parts = missing.map((part) => JSON.stringify(part)).join(", ");
    found.push({ message: `${what} does not hold ${parts}.`, expected: missing.join("\n"), actual });
  }
  if (matches !== undefined && !boundedMatch(matches, actual))
    found.push({ message: `${what} does not match /${matches}/.`, expected: `/${matches}/mu`, actual });
  return found;
}

function trimmed(text: string): string {
  return text.replace(/[\r\n]+$/, "");
}
