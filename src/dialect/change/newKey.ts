import { isRecord, type UnknownRecord } from "../../text/record.ts";
import { plainName } from "../vocabulary/plainNames.ts";

const names =
  /^(?:api|access|bearer|secret|plain|full|raw)?(?:key|secret|token|value|plaintext|apikeyvalue|keyvalue|credential)$/;

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
