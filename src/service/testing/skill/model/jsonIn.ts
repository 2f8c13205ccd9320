/** The JSON a model answered with, also between other words or in a fence; undefined where there is none. */
export function jsonIn(text: string): unknown {
  const fenced = /```(?:json)?\s*\n(.*?)\n\s*```/s.exec(text)?.[1];
  const first = text.search(/[{[]/);
  const last = Math.max(text.lastIndexOf("}"), text.lastIndexOf("]"));
  const between = first >= 0 && last > first ? text.slice(first, last + 1) : undefined;
  for (const candidate of [text, fenced, between]) {
    const read = candidate === undefined ? undefined : parsed(candidate);
    if (read !== undefined) return read.value;
  }
  return undefined;
}

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
