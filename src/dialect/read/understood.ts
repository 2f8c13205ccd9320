import type { OperationName } from "../../contract/operations.ts";
import type { UnknownRecord } from "../../text/record.ts";
import type { DialectResponse } from "../dialectCall.ts";
import { identifyPreset } from "../presets/presets.ts";
import { type Conventions, findConventions } from "../vocabulary/conventions.ts";
import { findOperationFacts } from "../vocabulary/operationFacts.ts";
import { findFields } from "./findFields.ts";
import { findItem } from "./findItem.ts";
import { findList } from "./findList.ts";
import { normalise } from "./normalise.ts";

/** Whether a response contains what the operation is for, in whatever form. */
export function isUnderstood(operation: OperationName, json: unknown): boolean {
  const conventions = findConventions(identifyPreset(json, {})?.name);
  const { output, resource } = findOperationFacts(operation);
  if (output === "list") return findList(json, resource, conventions, undefined) !== undefined;
  const found = findItem(json, resource, conventions, undefined);
  const item = found && readItem(operation, found.item, conventions);
  return item !== undefined && ["id", "name", "email"].some((field) => item[field] !== undefined);
}

/** The id of the organization that a response is about: the first one of a list, or that of the key's owner. */
export function organizationIn({ circumstances: { operation }, json, refusal }: DialectResponse): string | undefined {
  if (refusal || (operation !== "organizations.list" && operation !== "me.get")) return undefined;
  const conventions = findConventions(identifyPreset(json, {})?.name);
  const { output, resource } = findOperationFacts(operation);
  const found =
    output === "list"
      ? findList(json, resource, conventions, undefined)?.items[0]
      : findItem(json, resource, conventions, undefined)?.item;
  const item = found && readItem(operation, found, conventions);
  const id = output === "list" ? item?.id : item?.organizationId;
  return typeof id === "string" ? id : undefined;
}

/** The contract's fields of an item, and nothing else. */
function readItem(operation: OperationName, item: UnknownRecord, conventions: Conventions): UnknownRecord {
  const { resource: kind, fields } = findOperationFacts(operation);
  const found = findFields({ kind, fields, conventions }, [item]);
  const places = Object.fromEntries(Object.entries(found).map(([name, { place }]) => [name, place]));
  const read = normalise({ kind, fields, conventions, places }, item);
  return Object.fromEntries(Object.entries(read).filter(([name]) => Object.hasOwn(found, name)));
}
