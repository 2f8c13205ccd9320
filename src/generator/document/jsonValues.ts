import type { JsonObject } from "../../runtime/definition.ts";
import { getOwnProperty, isRecord } from "../../text/record.ts";

export type { JsonObject };

/** Reads a member of an untrusted object, but never an inherited member. */
export function getMember(value: unknown, key: string): unknown {
  if (Array.isArray(value)) return /^\d+$/.test(key) ? value[Number(key)] : undefined;
  return isRecord(value) ? getOwnProperty(value, key) : undefined;
}

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
