import { isRecord, type UnknownRecord } from "../../text/record.ts";
import type { Shape } from "./shape.ts";
import { type StateFamily, stateOf, stateWord } from "./states.ts";
import { durationOf, isNoTime, timeOf } from "./times.ts";

/** How much a value that says nothing against a field speaks for it. */
const unknownChoice = 0.4;
const inObject = 0.5;
const longestChoice = 40;

/**
 * How well values could be what a field of the contract is: 0 not at all, 1 perfectly; undefined where they say nothing, so that the
 * field may be it as well as not.
 */
export function fitOf(shape: Shape, values: readonly unknown[], family: StateFamily | undefined): number | undefined {
  const said = values.filter((value) => isSaid(value) && !(shape.kind === "time" && isNoTime(value)));
  if (said.length === 0) return undefined;
  return said.reduce<number>((sum, value) => sum + likeness(shape, value, family), 0) / said.length;
}

/** Texts that show what another program said, whatever that is. */
export const freeTexts: ReadonlySet<string> = new Set(["expected", "actual", "output"]);

/** Whether a value says anything. */
export function isSaid(value: unknown): boolean {
  return value !== null && value !== undefined && value !== "";
}

function likeness(shape: Shape, value: unknown, family: StateFamily | undefined): number {
  if (shape.kind !== "choice") return isLikeShape(shape, value) ? 1 : 0;
  // In an object, the word itself is rather it, where its name says so.
  const share = isRecord(value) ? inObject : 1;
  if (stateOf(family, shape.values, value) !== undefined) return share;
  // A state that nobody has heard of is one all the same.
  const word = stateWord(value);
  return typeof word === "string" && word.length <= longestChoice ? share * unknownChoice : 0;
}

/** Whether a value can be what a field of the contract is. */
export function isLikeShape(shape: Shape, value: unknown): boolean {
  switch (shape.kind) {
    case "id":
      return idOf(value) !== undefined;
    case "text":
      return textOf(value) !== undefined;
    case "time":
    case "date":
      return timeOf(value) !== undefined;
    case "number":
      return numberOf(value) !== undefined || durationOf(value, "") !== undefined || Array.isArray(value);
    case "flag":
      return flagOf(value) !== undefined;
    case "choice":
      return typeof value === "string" || typeof value === "boolean";
    case "list":
      return isListLike(shape.of, value);
    case "map":
      return isRecord(value) ? areOf(shape.of.shape, Object.values(value)) : isPairs(value);
    case "object":
      return isRecord(value) || (typeof value === "string" && ("message" in shape.fields || "version" in shape.fields));
    default:
      return true;
  }
}

function areOf(shape: Shape, values: readonly unknown[]): boolean {
  return values.every((one) => one === null || isLikeShape(shape, one));
}

function isListLike(of: Shape, value: unknown): boolean {
  if (Array.isArray(value)) return of.kind === "object" || value.every((one) => !isRecord(one) || of.kind === "id");
  if (of.kind !== "object") return typeof value === "string";
  // What is used, by its name, can be a number alone; all else that is listed by names is objects.
  const isPart = (one: unknown) => isRecord(one) || ("used" in of.fields && typeof one === "number");
  return isRecord(value) && "name" in of.fields && Object.values(value).every(isPart);
}

/** `[{ name, value }]`: a map, written as a list. */
export function isPairs(value: unknown): value is readonly UnknownRecord[] {
  return (
    Array.isArray(value) && value.every((one) => isRecord(one) && ("name" in one || "key" in one) && "value" in one)
  );
}

/** An id, also of a thing where its id is wanted. */
export function idOf(value: unknown): string | undefined {
  if (typeof value === "string") return value !== "" && value.length <= 300 ? value : undefined;
  if (typeof value === "number") return Number.isSafeInteger(value) ? String(value) : undefined;
  if (!isRecord(value)) return undefined;
  const inner = value.id ?? value.uuid ?? value._id ?? value.$oid ?? value.slug;
  return isRecord(inner) ? undefined : idOf(inner);
}

/** A text, also of a thing where its name is wanted, or of lines. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (Array.isArray(value))
    return value.length > 0 && value.every((one) => typeof one === "string") ? value.join("\n") : undefined;
  if (!isRecord(value)) return undefined;
  const { name, login, email, message, text, version, number, tag, slug, id } = value;
  return [name, login, email, message, text, version, number, tag, slug, id].find((part) => typeof part === "string");
}

/** A number, also where it is written as text. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  return typeof value === "string" && /^-?\d{1,15}(\.\d+)?$/.test(value.trim()) ? Number(value) : undefined;
}

/** A yes or no, also where it is written as text or a digit. */
export function flagOf(value: unknown): boolean | undefined {
  if (typeof value === "boolean") return value;
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const text = String(value).toLowerCase();
  if (text === "1" || text === "true" || text === "yes") return true;
  return text === "0" || text === "false" || text === "no" ? false : undefined;
}
