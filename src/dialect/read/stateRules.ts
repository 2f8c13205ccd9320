import type { StateRule } from "../../contract/dialectProfile.ts";
import type { Visits } from "../../text/jsonPath.ts";
import type { UnknownRecord } from "../../text/record.ts";
import { plainName } from "../vocabulary/plainNames.ts";
import { wordOf } from "../vocabulary/values.ts";
import { valueAtPath } from "./expression.ts";

/** The contract's state by the first rule that fits; undefined if none does. Words are compared without their style. */
export function applyStateRules(rules: readonly StateRule[], item: UnknownRecord, visits?: Visits): string | undefined {
  const fitsAll = ({ when }: StateRule) =>
    Object.entries(when).every(([path, wanted]) => fits(valueAtPath(path, item, visits), wanted));
  return rules.find(fitsAll)?.is;
}

function fits(value: unknown, wanted: StateRule["when"][string]): boolean {
  if (typeof wanted === "object" && wanted !== null) return wanted.some((one) => fits(value, one));
  if (wanted === null) return value === null || value === undefined;
  const word = wordOf(value);
  return word !== undefined && (word === String(wanted) || isSameWord(word, String(wanted)));
}

/** Signs and numbers have no style: -1 is not 1. */
function isSameWord(word: string, other: string): boolean {
  return /\p{L}/u.test(word) && plainName(word) === plainName(other);
}
