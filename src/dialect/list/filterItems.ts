import type { UnknownRecord } from "../../text/record.ts";
import type { DialectCall } from "../dialectCall.ts";
import { conventionsOf, profileOf } from "../session.ts";
import { findOperationFacts } from "../vocabulary/operationFacts.ts";

/**
 * The items that a list was asked for, by what they say themselves: a service can ignore a filter. Items that do not say which project,
 * server or skill they belong to count only where the filter's name is known.
 */
export function filterItems(call: DialectCall, items: readonly UnknownRecord[]): readonly UnknownRecord[] {
  const { q } = call.input;
  const { params } = profileOf(call);
  const { filter } = conventionsOf(call.session).preset;
  const isKnown = (field: string) =>
    params?.[field] !== null && (params?.[field] !== undefined || filter !== undefined);
  const picked = listPickedFields(call);
  return items.filter(
    (item) =>
      picked.every(([field, value]) => (item[field] === undefined ? isKnown(field) : item[field] === value)) &&
      (typeof q !== "string" || matchesText(item, q)),
  );
}

/** The fields by which items are picked, with the values that they must have. */
export function listPickedFields({ name, input }: DialectCall): readonly (readonly [string, unknown])[] {
  const { owner = "", isFilter } = findOperationFacts(name);
  const { id, limit, cursor, q, after, version, ...filters } = input;
  const idField = isFilter ? `${owner}Id` : "id";
  const all = { ...filters, ...(id !== undefined && (owner === "" || isFilter) && { [idField]: id }) };
  return Object.entries(all).filter(([, value]) => value !== undefined && typeof value !== "object");
}

function matchesText({ name, title, description, slug, id }: UnknownRecord, text: string): boolean {
  const part = text.toLowerCase();
  return [name, title, description, slug, id].some((value) =>
    String(value ?? "")
      .toLowerCase()
      .includes(part),
  );
}
