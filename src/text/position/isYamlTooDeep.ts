const maximumDepth = 200;

/** Whether a text is nested too deeply for the parser, which needs quadratic time and can overflow the stack. */
export function isYamlTooDeep(source: string): boolean {
  if (/(?:[-?] ){200}/.test(source)) return true;
  let depth = 0;
  for (const [mark] of source.matchAll(/[[\]{}]/g)) {
    depth = mark === "[" || mark === "{" ? depth + 1 : Math.max(0, depth - 1);
    if (depth > maximumDepth) return true;
  }
  return false;
}
