/** Records requests and acknowledgements across all runs of the service. */
export interface Ledger {
  /** The id that the service returned for each name, for projects, skills and deployments. */
  readonly made: Map<string, { readonly kind: LedgerKind; readonly id: string }>;
  /** Requests without a response: each may have taken effect at most once. */
  readonly unanswered: LedgerOrder[];
  /** For each project the last number written to its description, and the number of the pending request. */
  readonly numbers: Map<string, { acknowledged: number; sent: number }>;
  acknowledged: number;
  /** Called for each acknowledgement. */
  onWrite: () => void;
  readonly refusals: Map<string, number>;
}

export type LedgerKind = "project" | "skill";

/** A POST that can be repeated with the same key. */
export interface LedgerOrder {
  readonly kind: LedgerKind | "other";
  readonly name: string;
  readonly path: string;
  readonly body: object;
}

export function createLedger(): Ledger {
  return {
    made: new Map(),
    unanswered: [],
    numbers: new Map(),
    acknowledged: 0,
    onWrite: () => {},
    refusals: new Map(),
  };
}

export function countAcknowledgement(ledger: Ledger): void {
  ledger.acknowledged += 1;
  ledger.onWrite();
}
