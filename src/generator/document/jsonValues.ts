import type { JsonObject } from "../../runtime/definition.ts";
import { getOwnProperty } from "../../text/getOwnProperty.ts";

export type { JsonObject };

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Reads a member of an untrusted object, but never an inherited member. */
export function getMember(value: unknown, key: string): unknown {
  if (Array.isArray(value)) return /^\d+$/.test(key) ? value[Number(key)] : undefined;
  return isObject(value) ? getOwnProperty(value, key) : undefined;
}

export const asText = (value: unknown): string => (typeof value === "string" ? value : "");
export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const asObject = (value: unknown): JsonObject => (isObject(value) ? value : {});
export const asTextList = (value: unknown): string[] => asList(value).filter((item) => typeof item === "string");

/** `Object.fromEntries` creates a member called `__proto__` as an ordinary member. */
export function mapMembers(value: JsonObject, change: (member: unknown, key: string) => unknown): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, change(item, key)]));
}

export function omitMembers(value: JsonObject, ...keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));
}
