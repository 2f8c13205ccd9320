import type { Shape } from "../../../src/contract/profile/shape.ts";
import { isRecord, type UnknownRecord } from "../../../src/text/record.ts";

const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Common styles of field names. */
export const fieldNameStyles: Readonly<Record<string, (name: string) => string>> = {
  snake,
  kebab: (name) => snake(name).replaceAll("_", "-"),
  pascal: (name) => name.slice(0, 1).toUpperCase() + name.slice(1),
  upper: (name) => snake(name).toUpperCase(),
};

/** Renames the fields of a value, but not the keys of maps. */
export function renameFields(shape: Shape, value: unknown, rename: (name: string) => string): unknown {
  if (shape.kind === "list" && Array.isArray(value)) return value.map((one) => renameFields(shape.of, one, rename));
  if (shape.kind !== "object" || !isRecord(value)) return value;
  const entries = Object.entries(value).map(([name, one]) => {
    const field = shape.fields[name];
    return [rename(name), field ? renameFields(field.shape, one, rename) : one] as const;
  });
  return Object.fromEntries(entries) satisfies UnknownRecord;
}
