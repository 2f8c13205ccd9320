import { ExactNumber } from "./number/exactNumber.ts";

/** A JSON object of unknown fields. */
export type UnknownRecord = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is UnknownRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);
}

/** The own property of an object: never one that every object inherits, such as `constructor`. */
export function getOwnProperty(object: UnknownRecord, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** The member of an object or of a list. */
export function getMember(value: unknown, key: string): unknown {
  if (Array.isArray(value)) return /^\d+$/.test(key) ? value[Number(key)] : undefined;
  return isRecord(value) ? getOwnProperty(value, key) : undefined;
}
