import { type FieldPath, getValueAtPath } from "../../../text/fieldPath.ts";
import { isRecord } from "../../../text/record.ts";

/**
 * Finds an item by its id when the service returns a list instead of one item; returns the response itself when the
 * list does not have it.
 */
export function findMappedItem(
  json: unknown,
  { list, idPlace = ["id"] }: { readonly list: FieldPath; readonly idPlace: FieldPath | undefined },
  id: string,
): unknown {
  const items = getValueAtPath(json, list);
  if (!Array.isArray(items) || items.length < 2) return json;
  return items.find((item) => isRecord(item) && String(getValueAtPath(item, idPlace)) === id) ?? json;
}
