import * as z from "zod";
import { type OperationName, operations } from "../../contract/operations.ts";

/** What has to be known of an answer before it can be shown. */
export interface Wanted {
  readonly kind: "list" | "item";
  readonly fields: readonly WantedField[];
}

export interface WantedField {
  /** The contract's name for it. */
  readonly field: string;
  readonly role: Role;
}

export type Role = "id" | "name" | "state";

/** What plays a role where a resource has nothing of that name: a version is told from others by its number. */
const stands: Readonly<Record<Role, readonly string[]>> = {
  id: ["id", "version", "sequence"],
  name: ["name", "provider", "version", "message"],
  state: ["status", "level"],
};

/** undefined: the operation answers with nothing. */
export function wantedOf(name: OperationName): Wanted | undefined {
  const output: z.ZodType | null = operations[name].output;
  if (!(output instanceof z.ZodObject)) return undefined;
  const { items } = output.shape;
  const element = items instanceof z.ZodArray && "nextCursor" in output.shape ? items.element : undefined;
  const item = element ?? output;
  if (!(item instanceof z.ZodObject)) return undefined;
  const fields: WantedField[] = [];
  for (const role of ["id", "name", "state"] as const) {
    const field = stands[role].find((one) => one in item.shape && fields.every((known) => known.field !== one));
    if (field !== undefined) fields.push({ field, role });
  }
  return { kind: element ? "list" : "item", fields };
}
