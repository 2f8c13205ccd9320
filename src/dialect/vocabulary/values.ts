import type { Shape } from "../../contract/profile/shape.ts";
import { isRecord, type UnknownRecord } from "../../text/record.ts";
import { durationOf, timeOf } from "./times.ts";

/** Whether a value states anything. */
export function isStated(value: unknown): boolean {
  return value !== null && value !== undefined && value !== "";
}

/** How values without parts are read, whatever field they are of. */
export const leafReaders = {
  id: idOf,
  text: textOf,
  time: timeOf,
  date: (value: unknown) => timeOf(value)?.slice(0, 10),
  flag: flagOf,
  any: (value: unknown) => value ?? null,
} as const;

/** Whether a value can be converted to a shape of the contract. */
export function canBecome(shape: Shape, value: unknown): boolean {
  switch (shape.kind) {
    case "number":
      return numberOf(value) !== undefined || durationOf(value, "") !== undefined || Array.isArray(value);
    case "choice":
      return typeof value === "string" || typeof value === "boolean" || isRecord(value);
    case "list":
      return canBecomeList(shape.of, value);
    case "map":
      return isRecord(value) || isPairList(value);
    case "object":
      return isRecord(value) || (typeof value === "string" && ("message" in shape.fields || "version" in shape.fields));
    default:
      return leafReaders[shape.kind](value) !== undefined;
  }
}

function canBecomeList(of: Shape, value: unknown): boolean {
  if (isRecord(value) && of.kind === "object") return Object.values(value).some(Array.isArray);
  if (Array.isArray(value)) return of.kind === "object" || value.every((item) => !isRecord(item) || of.kind === "id");
  return of.kind !== "object" && typeof value === "string";
}

/** `[{ name, value }]`: a map that is written as a list. */
export function isPairList(value: unknown): value is readonly UnknownRecord[] {
  return (
    Array.isArray(value) &&
    value.every((item) => isRecord(item) && ("name" in item || "key" in item) && "value" in item)
  );
}

/** An id, also of an embedded object or a JSON:API relationship, or the only one of a list of links. */
export function idOf(value: unknown): string | undefined {
  if (Array.isArray(value)) return value.length === 1 ? idOf(value[0]) : undefined;
  if (typeof value === "string") return value !== "" && value.length <= 300 ? value : undefined;
  if (typeof value === "number") return Number.isSafeInteger(value) ? String(value) : undefined;
  if (!isRecord(value)) return undefined;
  const inner = value.id ?? value.uuid ?? value._id ?? value.$oid ?? value.data ?? value.slug;
  return inner === value ? undefined : idOf(inner);
}

/** A text, also the name in an embedded object, or joined lines. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (Array.isArray(value))
    return value.length > 0 && value.every((item) => typeof item === "string") ? value.join("\n") : undefined;
  if (!isRecord(value)) return undefined;
  const { name, login, email, message, text, version, number, tag, slug, id } = value;
  return [name, login, email, message, text, version, number, tag, slug, id].find((part) => typeof part === "string");
}

/** A number, also as text. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  return typeof value === "string" && /^-?\d{1,15}(\.\d+)?$/.test(value.trim()) ? Number(value) : undefined;
}

/** A boolean, also as text or digit. */
export function flagOf(value: unknown): boolean | undefined {
  if (typeof value === "boolean") return value;
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const text = String(value).toLowerCase();
  if (text === "1" || text === "true" || text === "yes") return true;
  return text === "0" || text === "false" || text === "no" ? false : undefined;
}

/** The word of a state, also in an object: `{ state: "running", since: ... }`. */
export function wordOf(value: unknown): string | undefined {
  const word = isRecord(value)
    ? [value.state, value.status, value.phase, value.value, value.name, value.code, value.key, value.label].find(
        (inner) => typeof inner === "string" && inner !== "",
      )
    : value;
  return typeof word === "string" || typeof word === "boolean" || typeof word === "number" ? String(word) : undefined;
}
