/**
 * Whether a value is nested deeper than `limit`: what walks it might not survive that. `depths` remembers the parts that stand in
 * several places, as YAML's aliases make them; a value without such parts does without.
 */
export function isDeeper(value: unknown, limit: number, depths?: Map<object, number>): boolean {
  return depthOf(value, limit, depths) > limit;
}

function depthOf(value: unknown, room: number, depths: Map<object, number> | undefined): number {
  if (typeof value !== "object" || value === null) return 0;
  const known = depths?.get(value);
  if (known !== undefined || room < 0) return known ?? 1;
  let deepest = 0;
  for (const item of Array.isArray(value) ? value : Object.values(value)) {
    if (typeof item === "object") deepest = Math.max(deepest, depthOf(item, room - 1, depths));
  }
  depths?.set(value, deepest + 1);
  return deepest + 1;
}
