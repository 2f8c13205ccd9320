import { createContext, Script } from "node:vm";
import type { SchemaValidatorCache } from "../../../runtime/schema/validation.ts";

/**
 * A pattern in somebody else's schema may take for ever on one text, and what runs here runs in the service: nothing else can
 * break off code that does not wait for anything.
 */
const limitMs = 1000;
const script = new Script("work()");

/** Runs code that comes from patterns and values of others, for a second at most. */
function runWithinTime<T>(work: () => T): T {
  let done: { readonly value: T } | undefined;
  const room = createContext({
    work: () => {
      done = { value: work() };
    },
  });
  script.runInContext(room, { timeout: limitMs });
  if (!done) throw new Error("Nothing was worked out.");
  return done.value;
}

type Schema = Readonly<Record<string, unknown>>;

/** Checks by JSON schemas: the same code as generated servers check with. */
export interface SchemaChecks {
  /** Why a schema cannot be used; undefined: it can. */
  unusable(schema: Schema): string | undefined;
  /** What is wrong with a value, one line each; undefined where the schema cannot be used. */
  problems(schema: Schema, value: unknown): readonly string[] | undefined;
}

const tooSlow = "It takes more than a second to understand.";

/** Loaded when it is first needed: the validator is larger than the rest of the service. */
export async function createSchemaChecks(): Promise<SchemaChecks> {
  const { createChecks } = await import("../../../runtime/schema/validation.ts");
  let reason: string | undefined;
  const create = () =>
    createChecks((text) => {
      reason = text;
    });
  let shared = create();
  // Of two schemas with one id the validator would know the first only, and check both by it.
  const checksOf = (schema: Schema): SchemaValidatorCache =>
    JSON.stringify(schema).includes('"$id"') ? create() : shared;
  const slow = new WeakSet<Schema>();
  const checkOf = (schema: Schema) => {
    reason = slow.has(schema) ? tooSlow : undefined;
    if (reason !== undefined) return undefined;
    try {
      return runWithinTime(() => checksOf(schema).of(schema));
    } catch {
      slow.add(schema);
      reason = tooSlow;
      // The one that was broken off may be in any state.
      shared = create();
      return undefined;
    }
  };
  return {
    unusable: (schema) => (checkOf(schema) ? undefined : (reason ?? "The schema cannot be used.")),
    problems: (schema, value) => {
      const check = checkOf(schema);
      return check && runWithinTime(() => check(value));
    },
  };
}
