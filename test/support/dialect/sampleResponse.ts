import fc from "fast-check";
import type * as z from "zod";
import { type Field, type Shape, shapeOf } from "../../../src/contract/profile/shape.ts";

/** Generates responses that are valid for an operation's schema. */
export function sampleResponse(schema: z.ZodType): fc.Arbitrary<unknown> {
  return sampleValue(shapeOf(schema), "");
}

const time = fc
  .date({ min: new Date("2001-01-01"), max: new Date("2190-01-01"), noInvalidDate: true })
  .map((date) => date.toISOString());
const word = fc.stringMatching(/^[a-z]{3,10}$/);

function sampleValue(shape: Shape, name: string): fc.Arbitrary<unknown> {
  switch (shape.kind) {
    case "id":
      return fc
        .tuple(fc.constant(name.replace(/Id$/, "").slice(0, 3) || "x"), fc.uuid())
        .map((parts) => parts.join("_"));
    case "text":
      return fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(" "));
    case "time":
      return time;
    case "date":
      return time.map((text) => text.slice(0, 10));
    case "number":
      return fc.integer({ min: Math.max(1, shape.least), max: Math.min(shape.most, 100_000) });
    case "flag":
      return fc.boolean();
    case "choice":
      return fc.constantFrom(...shape.values);
    case "list":
      return fc.array(sampleValue(shape.of, name), { maxLength: 3 });
    case "map":
      return fc.dictionary(word, sampleField(shape.of, name), { maxKeys: 3 });
    case "object":
      return sampleObject(shape.fields);
    case "any":
      return word;
  }
}

function sampleField({ shape, nullable }: Field, name: string): fc.Arbitrary<unknown> {
  const value = sampleValue(shape, name);
  return nullable ? fc.oneof({ weight: 1, arbitrary: fc.constant(null) }, { weight: 4, arbitrary: value }) : value;
}

function sampleObject(fields: Readonly<Record<string, Field>>): fc.Arbitrary<unknown> {
  return fc.record(Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, sampleField(field, name)])));
}
