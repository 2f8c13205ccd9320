import * as z from "zod";
import type { Operation } from "../../../../contract/operation.ts";
import { type OperationName, operationTable } from "../../../../contract/operations.ts";

/** What the response to an operation is mapped to. */
export interface MappingFields {
  readonly kind: "list" | "item";
  /** The resource of the items, as a profile's `states` name it. */
  readonly resource: string;
  /** The contract's fields of an item, the identity and the state first. */
  readonly fields: readonly MappingField[];
}

export interface MappingField {
  /** The contract's name of the field. */
  readonly name: string;
  /** `Created At` */
  readonly label: string;
  readonly type: "time" | "other";
}

const first: readonly string[] = ["id", "name", "status"];

/** undefined: the operation has no response body. */
export function findMappingFields(name: OperationName): MappingFields | undefined {
  const row: Operation = operationTable[name];
  if (!(row.output instanceof z.ZodObject)) return undefined;
  const { items } = row.output.shape;
  const element = items instanceof z.ZodArray && "nextCursor" in row.output.shape ? items.element : undefined;
  const item = element ?? row.output;
  if (!(item instanceof z.ZodObject)) return undefined;
  const names = Object.keys(item.shape);
  const ordered = [...first.filter((one) => names.includes(one)), ...names.filter((one) => !first.includes(one))];
  const fields = ordered.map((field): MappingField => {
    const type = isTime(item.shape[field]) ? "time" : "other";
    return { name: field, label: formatFieldLabel(field), type };
  });
  return { kind: element ? "list" : "item", resource: row.kind, fields };
}

function isTime(schema: unknown): boolean {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return isTime(schema.unwrap());
  return schema instanceof z.ZodISODateTime;
}

/** `createdAt`: `Created At`. Rows call a status the state. */
export function formatFieldLabel(field: string): string {
  if (field === "status") return "State";
  const words = field.replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, " ").replace(/^[a-z]/, (letter) => letter.toUpperCase());
  return words.replace(/\bUrl\b/, "URL");
}
