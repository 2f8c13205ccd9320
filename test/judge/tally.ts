import type { Verdict } from "./validatingMock.ts";

/** The sender of a request: Fairlead's tool, the independent builder, or the peer's tool. */
export type Side = "ours" | "straight" | "peer";

export interface JudgedCall {
  readonly side: Side;
  readonly document: string;
  readonly tool: string;
  readonly optional: boolean;
  readonly verdict: Verdict;
  /** The sender's own error. */
  readonly failure: string | undefined;
}

export interface Tally {
  generated: number;
  healthy: number;
  calls: number;
  accepted: number;
  ceiling: number;
  peerCalls: number;
  peerAccepted: number;
  readonly refused: { document: string; reason: string }[];
  readonly unmocked: { document: string; reason: string }[];
  /** Parameters and properties of the document that the tool's input lacks. */
  readonly lost: { document: string; reason: string }[];
  readonly failures: JudgedCall[];
}

export function emptyTally(): Tally {
  return {
    generated: 0,
    healthy: 0,
    calls: 0,
    accepted: 0,
    ceiling: 0,
    peerCalls: 0,
    peerAccepted: 0,
    refused: [],
    unmocked: [],
    lost: [],
    failures: [],
  };
}

export function addToTally(tally: Tally, call: JudgedCall): void {
  const accepted = call.verdict.kind === "accepted" ? 1 : 0;
  if (call.side === "straight") {
    tally.ceiling += accepted;
  } else if (call.side === "peer") {
    tally.peerCalls += 1;
    tally.peerAccepted += accepted;
  } else {
    tally.calls += 1;
    tally.accepted += accepted;
    if (!accepted) tally.failures.push(call);
  }
}

/** Prints the failures by reason and one JSON line. */
export function printTally(tally: Tally, documents: number): void {
  const print = (line: string) => process.stdout.write(`${line}\n`);
  for (const { document, reason } of tally.refused) print(`refused    ${document}: ${reason}`);
  for (const { document, reason } of tally.unmocked) print(`no mock    ${document}: ${reason}`);
  for (const { document, reason } of tally.lost) print(`lost       ${document}: ${reason}`);
  const reasons = Map.groupBy(tally.failures, ({ verdict }) =>
    verdict.kind === "refused" ? verdict.reason : "NOT_SENT",
  );
  for (const [reason, calls] of reasons) {
    print(`${reason}: ${calls.length}`);
    for (const call of calls.slice(0, 40))
      print(`  ${call.document} ${call.tool}${call.optional ? " (all)" : ""}: ${explain(call)}`);
  }
  const { generated, healthy, calls, accepted, ceiling, peerCalls, peerAccepted, lost } = tally;
  const figures = {
    documents,
    generated,
    healthy,
    calls,
    accepted,
    ceiling,
    peerCalls,
    peerAccepted,
    lost: lost.length,
  };
  print(JSON.stringify(figures));
}

function explain({ verdict, failure }: JudgedCall): string {
  const text = verdict.kind === "refused" ? verdict.detail : (failure ?? "no request was sent");
  return text.replaceAll(/\s+/g, " ").slice(0, 300);
}
