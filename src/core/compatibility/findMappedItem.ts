import type { OperationProfile } from "../../contract/dialectProfile.ts";
import { getValueAtPath } from "../../text/fieldPath.ts";
import { isRecord } from "../../text/record.ts";

/**
 * Finds an item by its id when the service returns a list instead of one item; returns the response itself when the
 * list does not have it.
 */
export function findMappedItem(json: unknown, { list = [], fields = {} }: OperationProfile, id: string): unknown {
  const items = getValueAtPath(json, list);
  const at = fields.id ?? ["id"];
  if (!Array.isArray(items) || items.length < 2) return json;
  return items.find((item) => isRecord(item) && String(getValueAtPath(item, at)) === id) ?? json;
}
