const token = /"(?:\\.|[^"\\])*"|[{}[\],:]|[^\s"{}[\],:]+/y;

/** The text of a member of a JSON object as it was written, for example a number of any length; undefined: there is none. */
export function readRawMember(text: string, name: string): string | undefined {
  let depth = 0;
  let key: string | undefined;
  let previous = "";
  for (let at = 0; at < text.length; ) {
    token.lastIndex = at;
    const found = token.exec(text)?.[0];
    if (found === undefined) {
      at += 1;
      continue;
    }
    at += found.length;
    if (depth === 1 && previous === ":" && key === JSON.stringify(name) && !/^[{[]/.test(found)) return found;
    if (found === "{" || found === "[") depth += 1;
    else if (found === "}" || found === "]") depth -= 1;
    else if (depth === 1 && (previous === "{" || previous === ",")) key = found;
    previous = found;
  }
  return undefined;
}
