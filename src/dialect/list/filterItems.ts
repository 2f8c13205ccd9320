import * as l10n from "@vscode/l10n";
import { isRecord, type UnknownRecord } from "../../text/record.ts";
import type { DialectCall } from "../dialectCall.ts";
import { createUnclearError } from "../send/dialectError.ts";
import { profileOf } from "../session.ts";
import { formatResource } from "../vocabulary/formatResource.ts";
import { findOperationFacts } from "../vocabulary/operationFacts.ts";

/**
 * The items that a list was asked for, by what they say themselves: a service can ignore a filter. Items that do not say which project,
 * server or skill they belong to count only where the filter's name is known.
 */
export function filterItems(call: DialectCall, items: readonly UnknownRecord[]): readonly UnknownRecord[] {
  const { q } = call.input;
  const picked = listPickedFields(call);
  requireStated(call, items);
  return items.filter(
    (item) =>
      picked.every(([field, value]) => (item[field] === undefined ? isSaid(call, field) : mayBe(item[field], value))) &&
      (typeof q !== "string" || matchesText(item, q)),
  );
}

/** Whether the profile says by which name a list is filtered: then items that say nothing of it are those that were asked for. */
const isSaid = (call: DialectCall, field: string) => (profileOf(call).params?.[field] ?? null) !== null;

/** An empty list would say that there are none, where nothing says whose the items are. */
function requireStated(call: DialectCall, items: readonly UnknownRecord[]): void {
  const { resource } = findOperationFacts(call.name);
  // A deployment is of a server, which is of the project.
  const owners = listPickedFields(call).filter(
    ([field]) => (field.endsWith("Id") || field === "kind") && !(field === "projectId" && resource === "deployment"),
  );
  for (const [field] of owners)
    if (items.length > 0 && !isSaid(call, field) && items.every((item) => item[field] === undefined)) {
      const fact = formatResource(field.replace(/Id$/, ""));
      throw createUnclearError(
        call,
        l10n.t`no ${formatResource(resource)} says its ${fact}, so those that were asked for cannot be found`,
      );
    }
}

/** An unknown state can be any. */
function mayBe(stated: unknown, value: unknown): boolean {
  return stated === value || (isRecord(stated) && "unknown" in stated);
}

/** The fields by which items are picked, with the values that they must have. */
export function listPickedFields({ name, input }: DialectCall): readonly (readonly [string, unknown])[] {
  const { owner = "", isFilter } = findOperationFacts(name);
  const { id, limit, cursor, q, after, version, includeArchived, ...filters } = input;
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
