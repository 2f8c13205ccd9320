import * as z from "zod";
import { inputSchema } from "../../contract/operationInputSchema.ts";
import { type OperationName, operations } from "../../contract/operations.ts";

export type Fields = Readonly<Record<string, unknown>>;

/** What is known where an input is written. */
export interface Known {
  /** Fields of this very input. */
  readonly given: Fields;
  /** Values for fields of these names, wherever they are required. */
  readonly values: Fields;
}

/** Fields that are needed although the form does without: the client may also be named by a header, which nobody types. */
const needed: { readonly [N in OperationName]?: Fields } = {
  "runtime.oauthToken": { grant_type: "client_credentials", resource: "", client_id: "", client_secret: "" },
};

/** The input to begin with: what must be there, with what is known of it; what may be left out is. */
export function prefilled(name: OperationName, { given, values }: Known): Fields {
  // Lists are narrowed as the views are; what changes something is told no more than it must be.
  const narrowing = operations[name].method === "GET" ? values : {};
  const start: Fields = { ...narrowing, ...needed[name], ...given };
  const fields = Object.entries(inputSchema(name).shape).map(([field, schema]) => {
    const value = Object.hasOwn(start, field) ? start[field] : beginning(schema, values, field);
    return value === undefined ? [] : [[field, value] as const];
  });
  return Object.fromEntries(fields.flat());
}

/** An empty value of the right form; undefined where none is needed. */
function beginning(schema: z.core.$ZodType, values: Fields, field: string): unknown {
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

/** As it is shown to be edited. */
export function inputText(input: Fields): string {
  return `${Object.keys(input).length === 0 ? "{\n}" : JSON.stringify(input, null, 2)}\n`;
}
