import { isRecord, type UnknownRecord } from "../../text/record.ts";
import { plainName } from "../vocabulary/plainNames.ts";

const names =
  /^(?!.*(?:(?<!secret)id|hint|prefix|suffix|type|ur[il]|at|name|scopes?|hash|digest|fingerprint)$).*(?:key|secret|token|credential|plaintext|value)/;

/** The key that the answer to its making alone holds, beside the item or in it, whatever it is called. */
export function newKeyIn(json: unknown, depth = 3): string | undefined {
  if (!isRecord(json) || depth === 0) return undefined;
  const here = Object.entries(json).find(([name, value]) => names.test(plainName(name)) && isLong(value));
  if (here) return String(here[1]);
  const inner = Object.values(json).filter((value): value is UnknownRecord => isRecord(value));
  return inner.map((value) => newKeyIn(value, depth - 1)).find((key) => key !== undefined);
}

/** What only recognises a key is short. */
const isLong = (value: unknown) => typeof value === "string" && value.length >= 16 && !/[*…•]|\s/.test(value);
