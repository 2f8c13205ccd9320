import type { DialectProfile, OperationProfile } from "../../contract/dialectProfile.ts";
import type { OperationName } from "../../contract/operations.ts";

/** What of a service's way to speak is known, and grows with what it answers. */
export interface Knowledge {
  profile(): DialectProfile;
  of(operation: OperationName): OperationProfile;
  /** Keeps what an answer showed of an operation. */
  learn(operation: OperationName, more: OperationProfile): void;
}
