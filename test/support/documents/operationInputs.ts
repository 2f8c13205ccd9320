import fc from "fast-check";
import * as z from "zod";
import { isConfidential } from "../../../src/contract/confidential.ts";
import { operationInputSchema } from "../../../src/contract/operationInputSchema.ts";
import type { OperationName } from "../../../src/contract/operations.ts";

/** Generates inputs of an operation; every field that must not be saved contains the secret. */
export function operationInputArbitrary(name: OperationName, secret: string): fc.Arbitrary<object> {
  return objectOf(operationInputSchema(name), secret);
}

const texts = ["a", "b c", "1.2.3", "2026-01-01T00:00:00Z", "https://host.example/a"];

function arbitraryOf(schema: z.core.$ZodType, secret: string): fc.Arbitrary<unknown> {
  if (isConfidential(schema)) return fc.constant(secret);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return fc.option(arbitraryOf(schema.unwrap(), secret), { nil: undefined });
  if (schema instanceof z.ZodNullable) return fc.option(arbitraryOf(schema.unwrap(), secret), { nil: null });
  if (schema instanceof z.ZodObject) return objectOf(schema, secret);
  if (schema instanceof z.ZodUnion) return fc.oneof(...schema.options.map((option) => arbitraryOf(option, secret)));
  if (schema instanceof z.ZodArray)
    return fc.array(arbitraryOf(schema.element, secret), { minLength: 1, maxLength: 3 });
  if (schema instanceof z.ZodRecord)
    return fc.dictionary(fc.constantFrom("A", "KEY_1"), arbitraryOf(schema.valueType, secret));
  if (schema instanceof z.ZodPipe && schema.in instanceof z.ZodTransform) return arbitraryOf(schema.out, secret);
  if (schema instanceof z.ZodBoolean) return fc.boolean();
  if (schema instanceof z.ZodNumber) {
    const bounds = { min: schema.minValue ?? 0, max: schema.maxValue ?? 1000 };
    return schema.format === "safeint" ? fc.integer(bounds) : fc.double({ ...bounds, noNaN: true });
  }
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options);
  if (schema instanceof z.ZodLiteral) return fc.constant(schema.value);
  return fc.constantFrom(...texts.filter((text) => z.safeParse(schema, text).success));
}

function objectOf(schema: z.ZodObject, secret: string): fc.Arbitrary<object> {
  const fields = Object.entries(schema.shape).map(([name, field]) => [name, arbitraryOf(field, secret)] as const);
  // An undefined value omits the field, as in JSON.
  return fc.record(Object.fromEntries(fields)).map((value) => JSON.parse(JSON.stringify(value)));
}
