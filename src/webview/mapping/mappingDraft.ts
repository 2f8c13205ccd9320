import type { MappingChange, MappingPageState } from "../protocol/mappingPanelMessages.ts";

const mostChanges = 200;

/** The state after the user has said one more thing. What a model proposed about the same is no longer needed. */
export function addChange({ changes, proposal }: MappingPageState, change: MappingChange): MappingPageState {
  const lines = proposal?.lines.filter((line) => !isReplaced(line.change, change)) ?? [];
  const hasMore = proposal !== null && (lines.length > 0 || lines.length === proposal.lines.length);
  return { changes: [...changes, change].slice(-mostChanges), proposal: hasMore ? { ...proposal, lines } : null };
}

function isReplaced(proposed: MappingChange, change: MappingChange): boolean {
  // Places within other items mean nothing in the chosen ones.
  if (change.kind === "holder") return proposed.kind !== "state";
  if (change.kind === "state") return proposed.kind === "state" && proposed.word === change.word;
  if (proposed.kind !== "field") return false;
  if (change.kind === "absent") return change.fields.includes(proposed.field);
  return proposed.field === change.field || JSON.stringify(proposed.path) === JSON.stringify(change.path);
}

/** The state after lines of the proposal were taken. A field within proposed items needs these items. */
export function takeLines(state: MappingPageState, taken: readonly number[]): MappingPageState {
  const { changes, proposal } = state;
  if (!proposal) return state;
  const needsHolder = proposal.lines.some(({ change }, at) => taken.includes(at) && change.kind === "field");
  const isTaken = ({ change }: { readonly change: MappingChange }, at: number) =>
    taken.includes(at) || (needsHolder && change.kind === "holder");
  const added = proposal.lines.filter(isTaken).map(({ change }) => change);
  const lines = proposal.lines.filter((line, at) => !isTaken(line, at));
  return {
    changes: [...changes, ...added].slice(-mostChanges),
    proposal: lines.length > 0 ? { ...proposal, lines } : null,
  };
}

/** The state after lines of the proposal were dismissed, with what cannot stand without them. */
export function dismissLines({ changes, proposal }: MappingPageState, dismissed: readonly number[]): MappingPageState {
  const isHolderDismissed = proposal?.lines.some(
    ({ change }, at) => dismissed.includes(at) && change.kind === "holder",
  );
  const lines = proposal?.lines.filter(
    ({ change }, at) => !dismissed.includes(at) && !(isHolderDismissed && change.kind === "field"),
  );
  return { changes, proposal: proposal && lines && lines.length > 0 ? { ...proposal, lines } : null };
}
