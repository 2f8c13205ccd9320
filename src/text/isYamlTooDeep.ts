const deepest = 200;

/** Whether a text nests deeper than anybody writes: its parser takes the square of the depth, and the stack ends somewhere. */
export function isYamlTooDeep(source: string): boolean {
  if (/(?:[-?] ){200}/.test(source)) return true;
  let depth = 0;
  for (const [mark] of source.matchAll(/[[\]{}]/g)) {
    depth = mark === "[" || mark === "{" ? depth + 1 : Math.max(0, depth - 1);
    if (depth > deepest) return true;
  }
  return false;
}
