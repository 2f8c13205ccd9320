import * as z from "zod";
import { operationInputSchema } from "../../../contract/operationInputSchema.ts";
import { type OperationName, operationTable } from "../../../contract/operations.ts";

export type InputFields = Readonly<Record<string, unknown>>;

/** Known values for a new input. */
export interface InputContext {
  /** Fields of this input. */
  readonly given: InputFields;
  /** Values of required fields by name. */
  readonly values: InputFields;
}

/**
 * Fields that are required although the schema has them as optional: the client can also be named by a header, which
 * the console does not send.
 */
const needed: { readonly [N in OperationName]?: InputFields } = {
  "runtime.oauthToken": { grant_type: "client_credentials", resource: "", client_id: "", client_secret: "" },
};

/** The initial input: required fields with the known values; optional fields are omitted. */
export function createInputTemplate(name: OperationName, { given, values }: InputContext): InputFields {
  // A list gets the filters of the views; a change gets only required fields.
  const narrowing = operationTable[name].method === "GET" ? values : {};
  const start: InputFields = { ...narrowing, ...needed[name], ...given };
  const fields = Object.entries(operationInputSchema(name).shape).map(([field, schema]) => {
    const value = Object.hasOwn(start, field) ? start[field] : beginning(schema, values, field);
    return value === undefined ? [] : [[field, value] as const];
  });
  return Object.fromEntries(fields.flat());
}

/** An empty value of the schema's type; undefined when none is needed. */
function beginning(schema: z.core.$ZodType, values: InputFields, field: string): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return undefined;
  if (Object.hasOwn(values, field)) return values[field];
  if (schema instanceof z.ZodNullable) return null;
  if (schema instanceof z.ZodEnum) return schema.options[0];
  if (schema instanceof z.ZodLiteral) return schema.value;
  if (schema instanceof z.ZodNumber) return schema.minValue ?? 0;
  if (schema instanceof z.ZodArray) return [beginning(schema.element, values, field)];
  if (schema instanceof z.ZodUnion) return beginning(schema.options[0] ?? z.null(), values, field);
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape).map(([name, inner]) => [name, beginning(inner, values, name)] as const);
    return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
  }
  return "";
}

/** Formats an input as editable JSON. */
export function formatInput(input: InputFields): string {
  return `${Object.keys(input).length === 0 ? "{\n}" : JSON.stringify(input, null, 2)}\n`;
}
