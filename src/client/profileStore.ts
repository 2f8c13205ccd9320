import type { DialectProfile } from "../contract/dialectProfile.ts";
import type { Evidence } from "../contract/evidence.ts";
import type { OperationName } from "../contract/operations.ts";

/** Keeps for a connection what was learned of how its service speaks. */
export interface ProfileStore {
  read(): DialectProfile;
  keep(profile: DialectProfile): void;
  /** The newest evidence of an operation takes the place of what was there. */
  tell(operation: OperationName, evidence: Evidence): void;
}
