import { readJson } from "./readJson.ts";

/** Returns `undefined` if the text is not JSON. */
export function tryParseJson(text: string): unknown {
  try {
    return readJson(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
