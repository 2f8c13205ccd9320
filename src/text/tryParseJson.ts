import { readJson } from "./readJson.ts";

/** What a text is as JSON; undefined where it is none. */
export function tryParseJson(text: string): unknown {
  try {
    return readJson(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
