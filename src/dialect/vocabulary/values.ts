import type { Shape } from "../../contract/profile/shape.ts";
import { isRecord, type UnknownRecord } from "../../text/record.ts";
import { durationOf, timeOf } from "./times.ts";

/** Fields that hold text of other programs, whatever JSON it is. */
export const freeTextFields: ReadonlySet<string> = new Set(["expected", "actual", "output"]);

/** Whether a value states anything. */
export function isStated(value: unknown): boolean {
  return value !== null && value !== undefined && value !== "";
}

/** The field that holds a value which says its own type: `{ "type": "number", "number": 3 }`. What is beside it is not the value. */
export function typedField(value: UnknownRecord): string | undefined {
  return typeof value.type === "string" && Object.hasOwn(value, value.type) ? value.type : undefined;
}

/** The value in one that says its own type; of a list in it, the only entry, and of an object, the only text. */
export function innerOf(value: unknown, depth = 4): unknown {
  const field = isRecord(value) && depth > 0 ? typedField(value) : undefined;
  if (!isRecord(value) || field === undefined) return value;
  const held = value[field];
  const inner = innerOf(Array.isArray(held) && held.length === 1 ? held[0] : held, depth - 1);
  const texts = isRecord(inner) ? Object.values(inner).filter((part) => typeof part === "string") : [];
  return texts.length === 1 ? texts[0] : inner;
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
export function canBecome(shape: Shape, given: unknown): boolean {
  const value = innerOf(given);
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
export function idOf(given: unknown): string | undefined {
  const value = innerOf(given);
  if (Array.isArray(value)) return value.length === 1 ? idOf(value[0]) : undefined;
  if (typeof value === "string") return value !== "" && value.length <= 300 ? value : undefined;
  if (typeof value === "number") return Number.isSafeInteger(value) ? String(value) : undefined;
  if (!isRecord(value)) return undefined;
  const inner = value.id ?? value.uuid ?? value._id ?? value.$oid ?? value.data ?? value.slug;
  return inner === value ? undefined : idOf(inner);
}

/** A text, also the name in an embedded object, or joined lines. */
export function textOf(given: unknown): string | undefined {
  const value = innerOf(given);
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
export function wordOf(given: unknown): string | undefined {
  const value = innerOf(given);
  const word = isRecord(value)
    ? [value.state, value.status, value.phase, value.value, value.name, value.code, value.key, value.label].find(
        (inner) => typeof inner === "string" && inner !== "",
      )
    : value;
  return typeof word === "string" || typeof word === "boolean" || typeof word === "number" ? String(word) : undefined;
}
