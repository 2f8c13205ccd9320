import type { DialectProfile, OperationProfile } from "../../../src/contract/dialectProfile.ts";
import type { OperationName } from "../../../src/contract/operations.ts";
import type { Knowledge } from "../../../src/dialect/read/knowledge.ts";

/** Stores what a client learns about a service in memory. */
export function createLearner(known: Partial<DialectProfile> = {}): Knowledge {
  const learned = new Map<string, OperationProfile>(Object.entries(known.operations ?? {}));
  return {
    profile: () => ({ version: 1, dialect: "other", ...known, operations: Object.fromEntries(learned) }),
    of: (operation: OperationName) => learned.get(operation) ?? {},
    learn: (operation, more) => void learned.set(operation, { ...learned.get(operation), ...more }),
  };
}
