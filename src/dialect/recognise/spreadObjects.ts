import { fieldsNamed } from "../language/fieldNames.ts";
import { fitOf } from "../language/fit.ts";
import type { Field } from "../language/shape.ts";
import type { Column } from "./columns.ts";
import type { FoundField, Recognising } from "./foundFields.ts";

/** So many of its fields have to be there by name. */
const enough = 2;

/** What the contract has in an object, others have spread out in the item: `passed`, `failed`; `periodStart`, `periodEnd`. */
export function spreadObjects(wanted: Recognising, columns: readonly Column[], found: Map<string, FoundField>): void {
  for (const [name, { shape, nullable }] of Object.entries(wanted.fields)) {
    if (found.has(name) || nullable || shape.kind !== "object" || "id" in shape.fields) continue;
    const here = columns.filter(({ place }) => place.length === 1);
    if (spreadFields(name, shape.fields, here).size >= enough) found.set(name, { place: [], because: "likeness" });
  }
}

function spreadFields(resource: string, fields: Readonly<Record<string, Field>>, columns: readonly Column[]) {
  const names = columns.flatMap(({ inner, values }) =>
    fieldsNamed({ resource, fields }, [], inner)
      .filter(({ because, field }) => {
        const shape = fields[field]?.shape;
        return because === "name" && shape && fitOf(shape, values, undefined) !== 0;
      })
      .map(({ field }) => field),
  );
  return new Set(names);
}
