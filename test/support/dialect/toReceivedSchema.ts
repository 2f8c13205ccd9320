import * as z from "zod";

const stateFields = new Set(["status", "level"]);
const unknownState = z.strictObject({ unknown: z.string().min(1) });

/** The schema of what any service may answer: every field may be absent, and a state may be an unknown one. */
export function toReceivedSchema(schema: z.core.$ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional) return toReceivedSchema(schema.unwrap());
  if (schema instanceof z.ZodNullable) return toReceivedSchema(schema.unwrap()).nullable();
  if (schema instanceof z.ZodArray) return z.array(toReceivedSchema(schema.element));
  if (schema instanceof z.ZodObject) return z.looseObject(mapFields(schema.shape));
  if (schema instanceof z.ZodType) return schema;
  throw new Error("No schema of zod itself.");
}

function mapFields(shape: Readonly<Record<string, z.core.$ZodType>>): Record<string, z.ZodType> {
  const fields = Object.entries(shape).map(([name, field]) => {
    const received = toReceivedSchema(field);
    return [name, (stateFields.has(name) ? z.union([received, unknownState]) : received).optional()] as const;
  });
  return Object.fromEntries(fields);
}
