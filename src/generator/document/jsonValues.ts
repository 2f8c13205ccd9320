import type { JsonObject } from "../../runtime/definition.ts";
import { isRecord } from "../../text/record.ts";

export type { JsonObject };

export const asText = (value: unknown): string => (typeof value === "string" ? value : "");
export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const asObject = (value: unknown): JsonObject => (isRecord(value) ? value : {});
export const asTextList = (value: unknown): string[] => asList(value).filter((item) => typeof item === "string");

/** Returns the value itself if nothing changes. `Object.fromEntries` creates a member called `__proto__` as an ordinary member. */
export function mapMembers(value: JsonObject, change: (member: unknown, key: string) => unknown): JsonObject {
  const members = Object.entries(value).map(([key, item]) => [key, change(item, key)] as const);
  return members.every(([key, item]) => item === value[key]) ? value : Object.fromEntries(members);
}

/** Returns the list itself if nothing changes. */
export function mapItems(list: readonly unknown[], change: (item: unknown) => unknown): readonly unknown[] {
  const items = list.map(change);
  return items.every((item, index) => item === list[index]) ? list : items;
}

export function omitMembers(value: JsonObject, ...keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));
}
