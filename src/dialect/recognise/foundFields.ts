import type { EvidenceReason } from "../../contract/evidence.ts";
import type { FieldPath } from "../../text/fieldPath.ts";
import type { UnknownRecord } from "../../text/record.ts";
import type { Wanted } from "../language/fieldNames.ts";
import type { StateFamily } from "../language/states.ts";

/** Where a field of the contract stands in a service's items, and why it is thought to. */
export interface FoundField {
  readonly place: FieldPath;
  readonly because: Exclude<EvidenceReason, "profile">;
}

export type FoundFields = Readonly<Record<string, FoundField>>;

export interface Recognising extends Wanted {
  /** How the states of a field are called. */
  readonly family: (field: string) => StateFamily | undefined;
  readonly items: readonly UnknownRecord[];
}

export function placesOf(found: FoundFields): Readonly<Record<string, FieldPath>> {
  return Object.fromEntries(Object.entries(found).map(([name, { place }]) => [name, place]));
}
