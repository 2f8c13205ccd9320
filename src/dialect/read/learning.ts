import type { ProfileStore } from "../../client/profileStore.ts";
import type { OperationProfile } from "../../contract/dialectProfile.ts";
import type { OperationName } from "../../contract/operations.ts";
import type { Knowledge } from "./knowledge.ts";

/** Knowledge that can also turn out to be wrong. */
export interface Learning extends Knowledge {
  forget(operation: OperationName, what: keyof OperationProfile): void;
  /** Takes the place of all that is known of an operation. */
  keep(operation: OperationName, now: OperationProfile): void;
}

/** What is known of a service, kept as soon as it is learned. */
export function createLearning(keeper: ProfileStore): Learning {
  const of = (operation: OperationName): OperationProfile => keeper.read().operations[operation] ?? {};
  const keep = (operation: OperationName, now: OperationProfile) => {
    const profile = keeper.read();
    keeper.save({ ...profile, operations: { ...profile.operations, [operation]: now } });
  };
  return {
    profile: () => keeper.read(),
    of,
    keep,
    learn: (operation, more) => keep(operation, { ...of(operation), ...more }),
    forget: (operation, what) => {
      const { [what]: gone, ...rest } = of(operation);
      if (gone !== undefined) keep(operation, rest);
    },
  };
}
