import type { FieldPath } from "../../text/fieldPath.ts";

export function isSameJsonPlace(one: FieldPath, other: FieldPath): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

export function formatMappedPlace(place: FieldPath): string {
  return place.length === 0 ? "the answer itself" : place.join(" > ");
}
