import type { SchemaValidatorCache } from "../../../runtime/schema/validation.ts";
import { runWithinTime } from "../runWithinTime.ts";

/** The time of one schema or value. */
const limitMs = 1000;
/** The time of all schemas and values of a run. A server may have thousands of tools. */
const totalMs = 20_000;

type Schema = Readonly<Record<string, unknown>>;

/** Validates values with JSON schemas, using the validator of generated servers. */
export interface SchemaChecks {
  /** Returns why a schema cannot be used, or `undefined` if it can. */
  findSchemaProblem(schema: Schema): string | undefined;
  /** Returns the problems of a value, or `undefined` if the schema cannot be used. */
  validate(schema: Schema, value: unknown): readonly string[] | undefined;
}

const tooSlow = "Compiling it takes more than a second.";
const overBudget = "The schemas of the server take too long together.";

/** Loads the validator on first use, because it is larger than the rest of the service. */
export async function createSchemaChecks(budgetMs = totalMs): Promise<SchemaChecks> {
  const { createChecks } = await import("../../../runtime/schema/validation.ts");
  let reason: string | undefined;
  const create = () =>
    createChecks((text) => {
      reason = text;
    });
  let sharedValidators = create();
  // With two schemas of the same id the validator would use the first for both.
  const selectValidators = (schema: Schema): SchemaValidatorCache =>
    JSON.stringify(schema).includes('"$id"') ? create() : sharedValidators;
  const slowSchemas = new WeakSet<Schema>();
  let remainingMs = budgetMs;
  const runInTime = <T>(work: () => T): T => {
    if (remainingMs < 1) throw new Error("The time for all schemas is over.");
    const started = performance.now();
    try {
      return runWithinTime(Math.ceil(Math.min(limitMs, remainingMs)), work);
    } finally {
      remainingMs -= performance.now() - started;
    }
  };
  const compileSchema = (schema: Schema) => {
    reason = slowSchemas.has(schema) ? tooSlow : undefined;
    if (reason !== undefined) return undefined;
    try {
      return runInTime(() => selectValidators(schema).of(schema));
    } catch {
      slowSchemas.add(schema);
      reason = remainingMs < 1 ? overBudget : tooSlow;
      // The interrupted validator may be in any state.
      sharedValidators = create();
      return undefined;
    }
  };
  return {
    findSchemaProblem: (schema) => (compileSchema(schema) ? undefined : (reason ?? "The schema cannot be used.")),
    validate: (schema, value) => {
      const check = compileSchema(schema);
      return check && runInTime(() => check(value));
    },
  };
}
