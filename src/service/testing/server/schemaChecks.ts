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
  const checks: Checks = createChecks((text) => {
    reason = text;
  });
  return {
    unusable: (schema) => {
      reason = undefined;
      return checks.of(schema) ? undefined : (reason ?? "The schema cannot be used.");
    },
    problems: (schema, value) => {
      const check = checks.of(schema);
      return check && withinTime(() => check(value));
    },
  };
}
