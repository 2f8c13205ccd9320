import { createHash } from "node:crypto";
import { unknownId } from "../../contract/unknownValues.ts";
import type { Fields } from "../../text/fieldPath.ts";

/** What tells an item from others: its id, or where it has none, all of it in short. */
export function keyOf(item: Fields): string {
  const { id } = item;
  return typeof id === "string" && id !== unknownId ? id : contentOf(item);
}

/** All of an item in short. */
export function contentOf(item: Fields): string {
  return `content ${createHash("sha256").update(JSON.stringify(item)).digest("base64")}`;
}
