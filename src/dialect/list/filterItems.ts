import type { UnknownRecord } from "../../text/record.ts";
import { conventionsOf, type DialectCall, profileOf } from "../session.ts";
import { findOperationFacts } from "../vocabulary/operationFacts.ts";

/**
 * The items that a list was asked for, by what they say themselves: a service can ignore a filter. Items that do not say which project,
 * server or skill they belong to count only where the filter's name is known.
 */
export function filterItems(call: DialectCall, items: readonly UnknownRecord[]): readonly UnknownRecord[] {
  const { owner = "", isFilter } = findOperationFacts(call.name);
  const { id, limit, cursor, q, after, version, ...filters } = call.input;
  const wanted: Record<string, unknown> = { ...filters };
  if (id !== undefined && owner === "") wanted.id = id;
  if (id !== undefined && isFilter) wanted[`${owner}Id`] = id;
  const { params } = profileOf(call);
  const { filter } = conventionsOf(call.session).preset;
  const isKnown = (field: string) =>
    params?.[field] !== null && (params?.[field] !== undefined || filter !== undefined);
  const tests = Object.entries(wanted).filter(([, value]) => value !== undefined && typeof value !== "object");
  return items.filter(
    (item) =>
      tests.every(([field, value]) => (item[field] === undefined ? isKnown(field) : item[field] === value)) &&
      (typeof q !== "string" || matchesText(item, q)),
  );
}

function matchesText({ name, title, description, slug, id }: UnknownRecord, text: string): boolean {
  const part = text.toLowerCase();
  return [name, title, description, slug, id].some((value) =>
    String(value ?? "")
      .toLowerCase()
      .includes(part),
  );
}
