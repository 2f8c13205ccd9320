import type { UnknownRecord } from "../../text/record.ts";
import type { DialectProfile } from "../dialectProfile.ts";
import type { Evidence } from "../evidence.ts";
import type { OperationName } from "../operations.ts";

/** What is read from items with a profile. */
export interface ProfileReading {
  /** The items as they are read; undefined: nothing distinguishes the item from others, so no list shows it. */
  readonly items: readonly (UnknownRecord | undefined)[];
  /** The contract's fields with their paths in an item, and why they are read there. */
  readonly fields: Evidence["fields"];
}

/** Reads recorded items as calls read them, without a request. The profile stays as it is. */
export type ReadWithProfile = (
  profile: DialectProfile,
  operation: OperationName,
  wireItems: readonly UnknownRecord[],
) => Promise<ProfileReading>;
