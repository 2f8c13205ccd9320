/** What was asked of the service and what of it was acknowledged, over all its lives. */
export interface Ledger {
  /** Projects, skills and deployments by kind: the id that an answer gave for each name. */
  readonly made: Map<string, { readonly kind: LedgerKind; readonly id: string }>;
  /** Requests without a response: each may have taken effect at most once. */
  readonly unanswered: LedgerOrder[];
  /** Of each project the number written last into its description, and the one on its way. */
  readonly numbers: Map<string, { acknowledged: number; sent: number }>;
  acknowledged: number;
  /** Called with each acknowledgement. */
  onWrite: () => void;
  readonly refusals: Map<string, number>;
}

export type LedgerKind = "project" | "skill";

/** A POST that may be sent again under the same key. */
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
