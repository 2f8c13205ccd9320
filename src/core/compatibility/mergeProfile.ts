import type { DialectProfile } from "../../contract/dialectProfile.ts";
import { fromProfileFacts, isSameFact, mergeProfileFacts, toProfileFacts } from "../connection/profileFacts.ts";

/** What was written, with what was learned since it was opened of all that was not edited. */
export function mergeProfile(opened: DialectProfile, written: DialectProfile, now: DialectProfile): DialectProfile {
  return (
    fromProfileFacts(mergeProfileFacts(toProfileFacts(opened), toProfileFacts(written), toProfileFacts(now))) ?? written
  );
}

/** The operations of which two profiles say different things. */
export function listChangedOperations(before: DialectProfile, after: DialectProfile): readonly string[] {
  const names = [...new Set([...Object.keys(before.operations), ...Object.keys(after.operations)])];
  return names.filter((name) => !isSameFact(before.operations[name], after.operations[name]));
}
