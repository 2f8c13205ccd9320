import type { JsonObject } from "../../runtime/definition.ts";
import { isRecord } from "../../text/record.ts";

export type { JsonObject };

export const asText = (value: unknown): string => (typeof value === "string" ? value : "");
export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const asObject = (value: unknown): JsonObject => (isRecord(value) ? value : {});
export const asTextList = (value: unknown): string[] => asList(value).filter((item) => typeof item === "string");

/** `Object.fromEntries` creates a member called `__proto__` as an ordinary member. */
export function mapMembers(value: JsonObject, change: (member: unknown, key: string) => unknown): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, change(item, key)]));
}

export function omitMembers(value: JsonObject, ...keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));
}
