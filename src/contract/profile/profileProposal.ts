import type { UnknownRecord } from "../../text/record.ts";
import type { DialectProfile } from "../dialectProfile.ts";
import type { EvidenceReason } from "../evidence.ts";
import type { OperationName } from "../operations.ts";

/** Items as the service sent them, by the operation that returned them. */
export type ServiceSamples = Readonly<Partial<Record<OperationName, readonly UnknownRecord[]>>>;

/** The values at a path of the items of a kind, one for each item, as texts; null: it has none. */
export interface ValueColumn {
  readonly path: string;
  readonly values: readonly (string | null)[];
}

/** Where a field of the contract can be. */
export interface FieldProposal {
  /** The likeliest path, or the one that the profile says; undefined: nothing looks like it. */
  readonly path: string | undefined;
  readonly because: EvidenceReason | undefined;
  /** The paths whose values can be the field, the likeliest first. */
  readonly choices: readonly string[];
}

/** What the samples show of the items of a kind. */
export interface KindProposal {
  readonly kind: string;
  /** How many items were seen. */
  readonly count: number;
  readonly fields: Readonly<Record<string, FieldProposal>>;
  readonly columns: readonly ValueColumn[];
  /** The paths that say the state, as it looks; empty where the kind has none or none looks like it. */
  readonly statePaths: readonly string[];
  /** The states of the contract for this kind; empty if it has none. */
  readonly states: readonly string[];
}

/** Reads samples for what they may mean. Nothing of it is used before the user accepts it. */
export interface Proposals {
  kinds(profile: DialectProfile, samples: ServiceSamples): readonly KindProposal[];
  /** What a combination of values usually means, in the contract's word; undefined: it is not usual. */
  meaningOf(profile: DialectProfile, kind: string, values: readonly (string | null)[]): string | undefined;
  /** By state of the contract: words that usually mean it, in plain letters. */
  usualWords(profile: DialectProfile, kind: string): ReadonlyMap<string, readonly string[]>;
}
