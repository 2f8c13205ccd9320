import { createHash } from "node:crypto";
import type { OperationName } from "../../contract/operations.ts";
import type { Fields } from "../../contract/profile/shape.ts";
import { createDerivedId, formatUnknownName, identityFields } from "../../contract/received.ts";
import { isRecord, type UnknownRecord } from "../../text/record.ts";
import { findOperationFacts } from "../vocabulary/operationFacts.ts";

/** What distinguishes an item from others: its id, or where it has none, all of it in short. */
export function keyOf(item: UnknownRecord): string {
  const { id } = item;
  return typeof id === "string" ? id : contentOf(item);
}

/** All of an item in short. */
export function contentOf(item: UnknownRecord): string {
  return createDerivedId(createHash("sha256").update(JSON.stringify(item)).digest("base64"));
}

/** There is one of these for each caller, so they need no identity. */
const singleResources: ReadonlySet<string> = new Set(["user", "userSetting"]);

/** The output of a call with what the contract requires: every item has what distinguishes it from others. */
export function withIdentity(operation: OperationName, id: unknown, output: unknown): unknown {
  const facts = findOperationFacts(operation);
  if (facts.output === "none" || !isRecord(output) || singleResources.has(facts.resource)) return output;
  if (facts.output === "list" && Array.isArray(output.items))
    return { ...output, items: output.items.flatMap((item) => identified(facts.fields, item) ?? []) };
  const isOwn = facts.owner === facts.resource && typeof id === "string";
  return identified(facts.fields, { ...(isOwn && { id }), ...output });
}

/**
 * An item with its identity; undefined if it has none. Without an id, its content identifies it; without a name, it is shown by
 * its id.
 */
export function identified(fields: Fields, item: UnknownRecord): UnknownRecord | undefined {
  if ("id" in fields) {
    const id = keyOf(item);
    return { ...item, id, ...("name" in fields && { name: item.name ?? formatUnknownName(id) }) };
  }
  return identityFields.some((field) => field in fields && item[field] === undefined) ? undefined : item;
}
