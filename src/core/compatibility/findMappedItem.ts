import type { OperationProfile } from "../../contract/dialectProfile.ts";
import { getValueAtPath } from "../../text/fieldPath.ts";
import { isRecord } from "../../text/record.ts";

/** The item of an id in a list that a service answers with, though it was asked for one alone; the answer itself where it is not found. */
export function findMappedItem(json: unknown, { list = [], fields = {} }: OperationProfile, id: string): unknown {
  const items = getValueAtPath(json, list);
  const at = fields.id ?? ["id"];
  if (!Array.isArray(items) || items.length < 2) return json;
  return items.find((item) => isRecord(item) && String(getValueAtPath(item, at)) === id) ?? json;
}
