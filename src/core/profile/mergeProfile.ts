import type { Profile } from "../../contract/profile.ts";

/** What was written, with what was learned of other operations since it was opened. */
export function mergeProfile(opened: Profile, written: Profile, now: Profile): Profile {
  const { operations: base } = opened;
  const learned = Object.entries(now.operations).filter(
    ([name, one]) => !isSame(one, base[name]) && isSame(base[name], written.operations[name]),
  );
  return { ...written, operations: { ...written.operations, ...Object.fromEntries(learned) } };
}

/** The operations of which two profiles say different things. */
export function changedOperations(before: Profile, after: Profile): readonly string[] {
  const names = [...new Set([...Object.keys(before.operations), ...Object.keys(after.operations)])];
  return names.filter((name) => !isSame(before.operations[name], after.operations[name]));
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
