import { unknownId } from "../../contract/unsaid.ts";
import type { Fields } from "./json.ts";

/** What tells an item from others: its id, or where it has none, all of it. */
export function keyOf(item: Fields): string {
  const { id } = item;
  return typeof id === "string" && id !== unknownId ? id : JSON.stringify(item);
}
