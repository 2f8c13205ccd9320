import type { Checks } from "../../../server/validation.ts";
import { withinTime } from "./withinTime.ts";

type Schema = Readonly<Record<string, unknown>>;

/** Checks by JSON schemas: the same code as generated servers check with. */
export interface SchemaChecks {
  /** Why a schema cannot be used; undefined: it can. */
  unusable(schema: Schema): string | undefined;
  /** What is wrong with a value, one line each; undefined where the schema cannot be used. */
  problems(schema: Schema, value: unknown): readonly string[] | undefined;
}

/** Loaded when it is first needed: the validator is larger than the rest of the service. */
export async function createSchemaChecks(): Promise<SchemaChecks> {
  const { createChecks } = await import("../../../server/validation.ts");
  let reason: string | undefined;
  const create = () =>
    createChecks((text) => {
      reason = text;
    });
  const shared = create();
  // Of two schemas with one id the validator would know the first only, and check both by it.
  const checksOf = (schema: Schema): Checks => (JSON.stringify(schema).includes('"$id"') ? create() : shared);
  return {
    unusable: (schema) => {
      reason = undefined;
      return checksOf(schema).of(schema) ? undefined : (reason ?? "The schema cannot be used.");
    },
    problems: (schema, value) => {
      const check = checksOf(schema).of(schema);
      return check && withinTime(() => check(value));
    },
  };
}
