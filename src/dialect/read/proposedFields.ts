import { areUuids } from "../../contract/received.ts";
import { isRecord, type UnknownRecord } from "../../text/record.ts";
import type { DialectCall } from "../dialectCall.ts";
import { findOperationFacts, findStateField } from "../vocabulary/operationFacts.ts";
import { plainName } from "../vocabulary/plainNames.ts";
import type { FoundPlace } from "./findFields.ts";

/** Kinds that no view shows, or whose names do not matter. */
const unjudged: ReadonlySet<string> = new Set(["token", "event", "userSetting"]);

/** The kinds of entries of lists in items, about which there are questions too. */
export const askedKinds: ReadonlySet<string> = new Set(["case", "metric"]);

/** Whether the states of a kind are only those that the rules of the profile say. */
export const hasRules = (kind: string) => !unjudged.has(kind);

/** Whether a field that was found under another name is only proposed until the profile says so. */
export function isProposed(kind: string, field: string, { because, place }: FoundPlace): boolean {
  const isState = field === "status" && plainName(place.at(-1) ?? "") === "state";
  return because === "synonym" && field !== "id" && !isState && !unjudged.has(kind);
}

/** Remembers for a call which fields of its items are only proposed. */
export function addProposed(
  { proposed }: DialectCall,
  kind: string,
  found: Readonly<Record<string, FoundPlace>>,
  isRuled: boolean,
  items: readonly UnknownRecord[],
): void {
  const known = proposed.get(kind) ?? new Set();
  for (const [field, place] of Object.entries(found))
    if (isProposed(kind, field, place) && !(isRuled && field === findStateField(kind))) known.add(field);
  if (found.name?.because === "name" && !unjudged.has(kind) && areUuids(items.map(({ name }) => name)))
    known.add("name");
  proposed.set(kind, known);
}

/** The output of a call without what is only proposed: that is not shown as if it were known. */
export function withoutProposed({ name, proposed }: DialectCall, output: unknown): unknown {
  const fields = proposed.get(findOperationFacts(name).resource);
  if (!fields || fields.size === 0 || !isRecord(output)) return output;
  const omit = (item: unknown) =>
    isRecord(item) ? Object.fromEntries(Object.entries(item).filter(([field]) => !fields.has(field))) : item;
  return Array.isArray(output.items) ? { ...output, items: output.items.map(omit) } : omit(output);
}
