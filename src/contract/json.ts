/** JSON is nested so deeply that reading it, or walking what was read, would hold everything up. */
export class TooDeepError extends SyntaxError {
  override readonly name = "TooDeepError";
}

/** No JSON that is meant goes so deep. */
const deepest = 1000;

/**
 * Parses JSON that came from elsewhere. V8 needs a second for 4 MB of brackets, so what is nested too deeply is not even begun.
 * Throws SyntaxError.
 */
export function readJson(text: string, most = deepest): unknown {
  if (isNestedDeeper(text, most)) throw new TooDeepError(`It is nested more than ${most} levels deep.`);
  return JSON.parse(text);
}

/** Whether a JSON text opens more arrays and objects within one another than `most`. */
export function isNestedDeeper(text: string, most: number): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) at = endOfString(text, at);
    else if (code === 0x5b || code === 0x7b) depth += 1;
    else if (code === 0x5d || code === 0x7d) depth -= 1;
    if (depth > most) return true;
  }
  return false;
}

/** Where the string that begins at a quotation mark ends. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at > 0; at = text.indexOf('"', at + 1)) {
    let before = at - 1;
    while (text.charCodeAt(before) === 0x5c) before -= 1;
    if ((at - before) % 2 === 1) return at;
  }
  return text.length;
}
