import fc from "fast-check";
import { anyJson } from "../fuzz/texts.ts";
import type { DescribedApi, Schema } from "./describedOperation.ts";

const isSchema = (value: unknown): value is Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const number = (value: unknown, instead: number) => (typeof value === "number" ? value : instead);
/** Nothing listens at this address, because the service must not send requests to generated hosts. */
const nowhere = ["http://127.0.0.1:9/openapi.json", "https://127.0.0.1:9", "http://[::1]:9/a?b#c"];

/** Generates values that match a schema of the document; `ids` are ids of existing items. */
export function schemaValues(
  { resolve }: Pick<DescribedApi, "resolve">,
  ids: readonly string[],
): (schema: Schema, name: string, depth?: number) => fc.Arbitrary<unknown> {
  const values = (given: Schema, name: string, depth = 0): fc.Arbitrary<unknown> => {
    const schema = resolve(given);
    if ("const" in schema) return fc.constant(schema.const);
    if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
    const choices = schema.oneOf ?? schema.anyOf;
    if (Array.isArray(choices)) return fc.oneof(...choices.filter(isSchema).map((one) => values(one, name, depth)));
    if (schema.type === "object") return objectOf(schema, depth);
    if (schema.type === "array") {
      const items = isSchema(schema.items) ? values(schema.items, name, depth + 1) : anyJson;
      return fc.array(items, {
        minLength: number(schema.minItems, 0),
        maxLength: Math.min(number(schema.maxItems, 3), 3),
      });
    }
    return scalar(schema, name);
  };
  const objectOf = (schema: Schema, depth: number): fc.Arbitrary<unknown> => {
    const properties = isSchema(schema.properties) ? schema.properties : {};
    const fields = Object.entries(properties).flatMap(([name, one]) =>
      isSchema(one) ? [[name, values(one, name, depth + 1)] as const] : [],
    );
    const requiredKeys = Array.isArray(schema.required) ? schema.required.map(String) : [];
    const known = fc.record(Object.fromEntries(fields), { requiredKeys });
    if (!isSchema(schema.additionalProperties) || depth > 4) return known;
    const key = isSchema(schema.propertyNames)
      ? values(schema.propertyNames, "", depth + 1).map(String)
      : fc.string({ maxLength: 20 });
    const more = fc.dictionary(key, values(schema.additionalProperties, "", depth + 1), { maxKeys: 3 });
    return fc.tuple(known, more).map(([one, other]) => ({ ...other, ...(isSchema(one) ? one : {}) }));
  };
  const scalar = (schema: Schema, name: string): fc.Arbitrary<unknown> => {
    if (schema.type === "boolean") return fc.boolean();
    if (schema.type === "null") return fc.constant(null);
    if (schema.type === "integer" || schema.type === "number") {
      const min = number(schema.minimum, number(schema.exclusiveMinimum, -1) + 1);
      return fc.integer({ min, max: Math.max(min, Math.min(number(schema.maximum, 1000), 2 ** 31 - 1)) });
    }
    return schema.type === "string" ? textOf(schema, name) : anyJson;
  };
  const textOf = (schema: Schema, name: string): fc.Arbitrary<string> => {
    if (schema.format === "uri") return fc.constantFrom(...nowhere);
    if (schema.format === "date-time")
      return fc
        .date({ min: new Date(0), max: new Date("9999-01-01"), noInvalidDate: true })
        .map((date) => date.toISOString());
    if (typeof schema.pattern === "string")
      return fc.stringMatching(new RegExp(schema.pattern, "u"), { maxLength: number(schema.maxLength, 60) });
    const minLength = number(schema.minLength, 0);
    const maxLength = Math.min(number(schema.maxLength, 300), 300);
    const any = fc.oneof(
      fc.string({ minLength, maxLength }),
      fc.string({ unit: "grapheme", minLength, maxLength: Math.max(minLength, 12) }),
    );
    return /id$/i.test(name) && ids.length > 0 ? fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...ids) }, any) : any;
  };
  return values;
}
