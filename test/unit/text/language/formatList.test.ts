import * as l10n from "@vscode/l10n";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

beforeEach(() => vi.resetModules());
afterEach(() => {
  l10n.config({ contents: {} });
  // Modules read the language once.
  vi.resetModules();
});

async function readFormats(contents: Readonly<Record<string, string>>) {
  const language = await import("@vscode/l10n");
  language.config({ contents: { ...contents } });
  const { formatFirst } = await import("../../../../src/text/formatFirst.ts");
  return [["a"], ["a", "b"], ["a", "b", "c"], ["a", "b", "c", "d", "e"]].map((names) => formatFirst(names));
}

test("names in a sentence are joined with the word of the language", async () => {
  expect(await readFormats({})).toEqual(["a", "a and b", "a, b and c", "a, b, c and 2 more"]);
  vi.resetModules();
  expect(
    await readFormats({
      "en-GB/The BCP 47 tag of the language of this translation": "de",
      " and {0} more": " und {0} weitere",
    }),
  ).toEqual(["a", "a und b", "a, b und c", "a, b, c und 2 weitere"]);
});
