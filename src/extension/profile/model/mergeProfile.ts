import type { DialectProfile } from "../../../contract/dialectProfile.ts";
import {
  fromProfileFacts,
  isSameFact,
  mergeProfileFacts,
  toProfileFacts,
} from "../../connection/model/profileFacts.ts";

/** The edited profile, with everything learned since it was opened in the parts that the user did not edit. */
export function mergeProfile(opened: DialectProfile, written: DialectProfile, now: DialectProfile): DialectProfile {
  return (
    fromProfileFacts(mergeProfileFacts(toProfileFacts(opened), toProfileFacts(written), toProfileFacts(now))) ?? written
  );
}

/** The operations whose facts differ between two profiles. */
export function listChangedOperations(before: DialectProfile, after: DialectProfile): readonly string[] {
  const names = [...new Set([...Object.keys(before.operations), ...Object.keys(after.operations)])];
  return names.filter((name) => !isSameFact(before.operations[name], after.operations[name]));
}
