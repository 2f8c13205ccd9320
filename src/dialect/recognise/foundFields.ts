import type { Because } from "../../contract/evidence.ts";
import type { Fields, Place } from "../../text/fieldPath.ts";
import type { Wanted } from "../language/fieldNames.ts";
import type { StateFamily } from "../language/states.ts";

/** Where a field of the contract stands in a service's items, and why it is thought to. */
export interface FoundField {
  readonly place: Place;
  readonly because: Exclude<Because, "profile">;
}

export type FoundFields = Readonly<Record<string, FoundField>>;

export interface Recognising extends Wanted {
  /** How the states of a field are called. */
  readonly family: (field: string) => StateFamily | undefined;
  readonly items: readonly Fields[];
}

export function placesOf(found: FoundFields): Readonly<Record<string, Place>> {
  return Object.fromEntries(Object.entries(found).map(([name, { place }]) => [name, place]));
}
