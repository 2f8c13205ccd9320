import * as z from "zod";
import { type OperationName, operationTable } from "../../contract/operations.ts";

/** The fields that a response must map before it can be shown. */
export interface MappingFields {
  readonly kind: "list" | "item";
  readonly fields: readonly MappingField[];
}

export interface MappingField {
  /** The contract's name of the field. */
  readonly field: string;
  readonly role: FieldRole;
}

export type FieldRole = "id" | "name" | "state";

/** Substitutes for a role that a resource has no field of: a version number identifies a version. */
const stands: Readonly<Record<FieldRole, readonly string[]>> = {
  id: ["id", "version", "sequence"],
  name: ["name", "provider", "version", "message"],
  state: ["status", "level"],
};

/** undefined: the operation has no response body. */
export function findMappingFields(name: OperationName): MappingFields | undefined {
  const output: z.ZodType | null = operationTable[name].output;
  if (!(output instanceof z.ZodObject)) return undefined;
  const { items } = output.shape;
  const element = items instanceof z.ZodArray && "nextCursor" in output.shape ? items.element : undefined;
  const item = element ?? output;
  if (!(item instanceof z.ZodObject)) return undefined;
  const fields: MappingField[] = [];
  for (const role of ["id", "name", "state"] as const) {
    const field = stands[role].find((one) => one in item.shape && fields.every((known) => known.field !== one));
    if (field !== undefined) fields.push({ field, role });
  }
  return { kind: element ? "list" : "item", fields };
}
