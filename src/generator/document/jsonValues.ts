import type { JsonObject } from "../../runtime/definition.ts";
import { getOwnProperty, isRecord } from "../../text/record.ts";

export type { JsonObject };

/** A member of an object from outside: never one that every object inherits. */
export function getMember(value: unknown, key: string): unknown {
  if (Array.isArray(value)) return /^\d+$/.test(key) ? value[Number(key)] : undefined;
  return isRecord(value) ? getOwnProperty(value, key) : undefined;
}

export const asText = (value: unknown): string => (typeof value === "string" ? value : "");
export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const asObject = (value: unknown): JsonObject => (isRecord(value) ? value : {});
export const asTextList = (value: unknown): string[] => asList(value).filter((item) => typeof item === "string");

/** Objects are made so that a member called `__proto__` is a member like any other. */
export function mapMembers(value: JsonObject, change: (member: unknown, key: string) => unknown): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, change(item, key)]));
}

export function omitMembers(value: JsonObject, ...keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));
}
