import * as z from "zod";
import { isRecord } from "../text/record.ts";

const confidentialSchemas = z.registry<{ readonly confidential: true }>();

/**
 * Marks a field whose value must not be saved, logged or shown again: secrets, and the contents of files. Call it last, except for
 * `optional`, `nullable` and similar.
 */
export function markConfidential<Schema extends z.ZodType>(schema: Schema): Schema {
  confidentialSchemas.add(schema, { confidential: true });
  return schema;
}

export function isConfidential(schema: z.core.$ZodType): boolean {
  return confidentialSchemas.get(schema) !== undefined;
}

/** Collects all texts in a value that the schema marks. */
export function collectConfidentialTexts(schema: z.core.$ZodType, value: unknown): readonly string[] {
  const collect = (schemas: readonly z.core.$ZodType[], current: unknown): readonly string[] => {
    if (typeof current === "string") return schemas.some(isConfidential) ? [current] : [];
    if (Array.isArray(current)) return current.flatMap((item) => collect(listElementSchemas(schemas), item));
    if (!isRecord(current)) return [];
    return Object.entries(current).flatMap(([name, field]) =>
      collect(
        schemas.flatMap((form) => listFieldSchemas(form, name)),
        field,
      ),
    );
  };
  return collect(unwrapSchema(schema), value);
}

function listElementSchemas(schemas: readonly z.core.$ZodType[]): readonly z.core.$ZodType[] {
  return schemas.flatMap((form) => (form instanceof z.ZodArray ? unwrapSchema(form.element) : []));
}

/** Unwraps `optional` and similar and the options of unions, but stops at a marked schema. */
function unwrapSchema(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  if (isConfidential(schema)) return [schema];
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return unwrapSchema(schema.unwrap());
  return schema instanceof z.ZodUnion ? schema.options.flatMap(unwrapSchema) : [schema];
}

function listFieldSchemas(form: z.core.$ZodType, name: string): readonly z.core.$ZodType[] {
  if (form instanceof z.ZodRecord) return unwrapSchema(form.valueType);
  const field = form instanceof z.ZodObject && Object.hasOwn(form.shape, name) ? form.shape[name] : undefined;
  return field ? unwrapSchema(field) : [];
}
