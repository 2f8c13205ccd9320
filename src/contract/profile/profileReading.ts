import type { FieldPath } from "../../text/fieldPath.ts";
import type { UnknownRecord } from "../../text/record.ts";
import type { DialectProfile } from "../dialectProfile.ts";
import type { Evidence } from "../evidence.ts";
import type { OperationName } from "../operations.ts";

/** An item of an answer, as it came and as it is read. */
export interface ReadAnswerItem {
  /** The object in the answer. */
  readonly wire: UnknownRecord;
  /** undefined: nothing distinguishes the item from others, so no list shows it. */
  readonly item: UnknownRecord | undefined;
}

/** What is read from an answer with a profile. */
export interface ProfileReading {
  /** The path of the list; undefined for one item, and for an answer without the list. */
  readonly list: FieldPath | undefined;
  /** undefined: the answer holds no list or item that can be read. */
  readonly items: readonly ReadAnswerItem[] | undefined;
  /** The contract's fields with their paths in an item, and why they are read there. */
  readonly fields: Evidence["fields"];
  /** Paths of an item that no field is read from. */
  readonly unread: readonly FieldPath[];
  /** The service's words for states that no table has. */
  readonly unknownStates: readonly string[];
}

/** Reads an answer as calls read it, without a request. The profile stays as it is. */
export type ReadWithProfile = (
  profile: DialectProfile,
  operation: OperationName,
  json: unknown,
) => Promise<ProfileReading>;
