import { isRecord, type UnknownRecord } from "../../../src/text/record.ts";
import type { Dialect } from "./dialects.ts";

/** Between the contract's words and the service's. */
export interface Translator {
  name(field: string): string;
  /** The service's id of an id of the contract. */
  id(id: string): string | number;
  outward(value: unknown): unknown;
  /** Throws an `UnknownIdError` for an id that the service never said. */
  inward(value: unknown): unknown;
  /** The contract's id; undefined for one that the service never said. */
  truthId(id: string): string | undefined;
}

export class UnknownIdError extends Error {
  override readonly name = "UnknownIdError";
}

const idPattern = /^(org|usr|prj|srv|dep|skl|ins|run|art|ver|key|oac|set)_[\w-]+$/;
const timePattern = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
/** What they contain has names of the user's. */
const opaque = new Set(["environment", "metadata", "manifest", "data", "files"]);

export function createTranslator({ casing, names, toId, toTime, toState }: Dialect): Translator {
  const ids = new Map<string, string | number>();
  const truths = new Map<string, string>();
  const renamed = new Map(Object.entries(names).map(([field, name]) => [name, field]));
  const name = (field: string) => {
    const camel = names[field] ?? field;
    return casing === "camel" ? camel : camel.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  };
  const toField = (wire: string) => {
    const camel = wire.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    return renamed.get(camel) ?? camel;
  };
  const id = (truth: string) => {
    const known = ids.get(truth) ?? toId(truth.slice(0, 3), 1001 + ids.size * 7);
    ids.set(truth, known);
    truths.set(String(known), truth);
    return known;
  };
  const outward = (value: unknown, field = ""): unknown => {
    if (Array.isArray(value)) return value.map((one) => outward(one, field));
    if (isRecord(value)) {
      if (opaque.has(field)) return value;
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [name(key), outward(one, key)]));
    }
    if (typeof value !== "string") return value;
    if (field === "status") return toState(value);
    if (/^(id|usedBy)$|Id$/.test(field) && idPattern.test(value)) return id(value);
    return timePattern.test(value) ? toTime(value) : value;
  };
  const inward = (value: unknown, field = ""): unknown => {
    if (isRecord(value) && !opaque.has(field))
      return Object.fromEntries(
        Object.entries(value).map(([wire, one]) => [toField(wire), inward(one, toField(wire))]),
      );
    if (!field.endsWith("Id") || (typeof value !== "string" && typeof value !== "number")) return value;
    const truth = truths.get(String(value));
    if (truth === undefined) throw new UnknownIdError(`There is no such ${field.slice(0, -2)}.`);
    return truth;
  };
  return { name, id, outward, inward, truthId: (text) => truths.get(text) };
}

export const toRecord = (value: unknown): UnknownRecord => (isRecord(value) ? value : {});
