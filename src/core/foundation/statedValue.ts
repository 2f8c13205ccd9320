import { unknownId, unknownTime } from "../../contract/unknownValues.ts";

/** What a service says; undefined where something stands only because it says nothing. */
export function statedValue(value: string | null | undefined): string | undefined {
  return value === unknownTime || value === unknownId || value === "" ? undefined : (value ?? undefined);
}

/** Whether a service says a field of an item; else what stands in it means nothing, not none. */
export function isFieldStated<T extends object>(item: T, field: keyof T & string): boolean {
  return !("unsaid" in item && Array.isArray(item.unsaid) && item.unsaid.includes(field));
}

/** What has a state that the contract may not know. */
interface InState {
  readonly status: string;
  readonly stated?: unknown;
}

/** A state as the service says it, where it is none that the contract knows; on one line. */
export function unknownStateText({ stated }: InState): string | undefined {
  if (typeof stated !== "string") return undefined;
  const line = stated.replaceAll(/[\s\p{Cc}]+/gu, " ").trim();
  return line === "" ? undefined : line.slice(0, 60).toWellFormed();
}

/** The state in words. */
export function formatState(thing: InState): string {
  return unknownStateText(thing) ?? thing.status;
}

/** A state that nobody knows has no icon but this. */
export function stateIcon(thing: InState, known: string): string {
  return unknownStateText(thing) === undefined ? known : "question";
}
