import { AjvJsonSchemaValidator } from "@modelcontextprotocol/server/validators/ajv";
import { findSchemaGaps } from "../../../src/surface/schema/findSchemaGaps.ts";
import type { SchemaGap } from "../../../src/surface/schema/schemaGap.ts";
import type { UnknownRecord } from "../../../src/text/record.ts";
import { createRandom } from "../createRandom.ts";
import { proposeValue } from "./proposeValue.ts";
import type { SchemaPair } from "./schemaPairs.ts";

/** What the comparison finds, beside what a validator accepts. */
export interface JudgedSchemaPair {
  readonly gaps: readonly SchemaGap[];
  /** A value that is valid before and invalid after; undefined: none of the proposals is. */
  readonly witness: { readonly value: unknown } | undefined;
  /** The proposals that are valid before. */
  readonly validCount: number;
}

/** Tries `proposals` values of a pair. undefined: the validator does not take a schema, such as one that is only itself. */
export function judgeSchemaPair(
  { before, after }: SchemaPair,
  proposals: number,
  seed: number,
): JudgedSchemaPair | undefined {
  const [fitsBefore, fitsAfter] = [compileSchema(before), compileSchema(after)];
  if (!fitsBefore || !fitsAfter) return undefined;
  const gaps = findSchemaGaps({ schema: before, root: before }, { schema: after, root: after }, "");
  const random = createRandom(seed).next;
  const sides = [before, after].map((schema) => ({ schema, root: schema }));
  let validCount = 0;
  try {
    for (let index = 0; index < proposals; index += 1) {
      const value = proposeValue(random, random() < 0.5 ? sides : sides.slice(0, 1));
      if (!fitsBefore(value)) continue;
      validCount += 1;
      if (!fitsAfter(value)) return { gaps, witness: { value }, validCount };
    }
    return { gaps, witness: undefined, validCount };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function compileSchema(schema: UnknownRecord): ((value: unknown) => boolean) | undefined {
  try {
    // One for each schema, because it keeps all schemas that it has compiled.
    const validate = new AjvJsonSchemaValidator().getValidator(schema);
    return (value) => validate(value).valid;
  } catch {
    return undefined;
  }
}
