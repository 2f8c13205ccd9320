import { createHash } from "node:crypto";
import { createDerivedId } from "../../contract/received.ts";
import type { UnknownRecord } from "../../text/record.ts";

/** What distinguishes an item from others: its id, or where it has none, all of it in short. */
export function keyOf(item: UnknownRecord): string {
  const { id } = item;
  return typeof id === "string" ? id : contentOf(item);
}

/** All of an item in short. */
export function contentOf(item: UnknownRecord): string {
  return createDerivedId(createHash("sha256").update(JSON.stringify(item)).digest("base64"));
}
