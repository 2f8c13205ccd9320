import type { Profile } from "../../contract/dialectProfile.ts";
import { factsOf, isSame, mergeFacts, profileOf } from "../connection/profileFacts.ts";

/** What was written, with what was learned since it was opened of all that was not edited. */
export function mergeProfile(opened: Profile, written: Profile, now: Profile): Profile {
  return profileOf(mergeFacts(factsOf(opened), factsOf(written), factsOf(now))) ?? written;
}

/** The operations of which two profiles say different things. */
export function changedOperations(before: Profile, after: Profile): readonly string[] {
  const names = [...new Set([...Object.keys(before.operations), ...Object.keys(after.operations)])];
  return names.filter((name) => !isSame(before.operations[name], after.operations[name]));
}
