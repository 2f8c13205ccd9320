import { identityFields } from "../../contract/received.ts";
import { isRecord, type UnknownRecord } from "../../text/record.ts";
import type { Asking } from "../dialect.ts";
import { ownerOf } from "../language/owners.ts";
import { type Subject, subjectOf } from "../language/subjects.ts";
import { keyOf } from "./itemKey.ts";

/** Of these there is one for each caller: they need no identity. */
const single: ReadonlySet<string> = new Set(["user", "userSetting"]);

/** The result of a call with what the contract says is certain: every item has what tells it from others. */
export function withIdentity({ name, input }: Asking, result: unknown): unknown {
  const subject = subjectOf(name);
  if (!subject || !isRecord(result) || single.has(subject.resource)) return result;
  if (subject.kind === "list" && Array.isArray(result.items))
    return { ...result, items: result.items.flatMap((item) => identified(subject.fields, item) ?? []) };
  // What was asked for by its id is the one with that id.
  const id = ownerOf(name) === subject.resource ? input.id : undefined;
  return identified(subject.fields, { ...(typeof id === "string" && { id }), ...result });
}

/**
 * An item with its identity; undefined where it has none. Without an id of its own it is told from others by all that it says, and
 * without a name it is called by its id.
 */
export function identified(fields: Subject["fields"], item: UnknownRecord): UnknownRecord | undefined {
  if ("id" in fields) {
    const id = keyOf(item);
    return { ...item, id, ...("name" in fields && { name: item.name ?? id }) };
  }
  return identityFields.some((field) => field in fields && item[field] === undefined) ? undefined : item;
}
