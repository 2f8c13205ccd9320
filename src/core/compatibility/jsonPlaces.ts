import type { Place } from "../../text/fieldPath.ts";

export function isSamePlace(one: Place, other: Place): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

export function placeWords(place: Place): string {
  return place.length === 0 ? "the answer itself" : place.join(" > ");
}
