import * as l10n from "@vscode/l10n";
import { afterEach, expect, test } from "vitest";
import { formatFirst } from "../../../../src/text/formatFirst.ts";

const lists = [[], ["a"], ["a", "b"], ["a", "b", "c"], ["a", "b", "c", "d", "e"]];

afterEach(() => l10n.config({ contents: {} }));

test("names in a sentence are joined with the word of the language", () => {
  expect(lists.map((names) => formatFirst(names))).toEqual(["", "a", "a and b", "a, b and c", "a, b, c and 2 more"]);
  l10n.config({ contents: { "{0} and {1}": "{0} und {1}", " and {0} more": " und {0} weitere" } });
  expect(lists.slice(2).map((names) => formatFirst(names))).toEqual(["a und b", "a, b und c", "a, b, c und 2 weitere"]);
});
