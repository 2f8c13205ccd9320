import { expect, test } from "vitest";
import { findYamlCursor } from "../../../../src/testcases/createYamlHelp.ts";

/** Finds the cursor at the mark `|`. */
function at(marked: string) {
  const before = marked.slice(0, marked.indexOf("|"));
  const line = before.split("\n").length;
  const cursor = findYamlCursor(marked.replace("|", ""), line, before.length - before.lastIndexOf("\n"));
  return cursor && { path: cursor.path.join("."), key: cursor.key, siblings: cursor.siblings };
}

test.each([
  ["top of an empty file", "|", { path: "", key: "", siblings: [] }],
  ["a key being typed", "url: x\nca|", { path: "", key: "ca", siblings: ["url"] }],
  ["a new item", "cases:\n  - |", { path: "cases.[]", key: "", siblings: [] }],
  [
    "an item's next line",
    "cases:\n  - name: a\n    tool: t\n    |\n  - name: b\n",
    { path: "cases.[]", key: "", siblings: ["tool", "name"].sort() },
  ],
  ["a list in its key's column", "cases:\n- name: a\n  |", { path: "cases.[]", key: "", siblings: ["name"] }],
  [
    "a map in an item",
    "cases:\n  - name: a\n    expect:\n      text: x\n      |\n    tool: t\n",
    { path: "cases.[].expect", key: "", siblings: ["text"] },
  ],
  ["a list at the top", "- name: a\n- to|", { path: "[]", key: "to", siblings: [] }],
  [
    "a list in a list's item",
    "- expect:\n    json:\n      - pa|th: $\n",
    { path: "[].expect.json.[]", key: "path", siblings: [] },
  ],
  ["within a key", "cases:\n  - na|me: a\n    tool: t\n", { path: "cases.[]", key: "name", siblings: ["tool"] }],
  [
    "blank lines and comments between",
    "cases:\n\n  # one\n  - name: a\n\n    |",
    { path: "cases.[]", key: "", siblings: ["name"] },
  ],
])("%s", (_, marked, cursor) => {
  const found = at(marked);
  expect(found && { ...found, siblings: found.siblings.toSorted() }).toEqual(cursor);
});

test.each(["name: va|lue", "# com|ment", "cases: [a|, b]", "  - {na|me: x}", "  'na|me': x"])(
  "there is no key in %s",
  (marked) => {
    expect(at(marked)).toBeUndefined();
  },
);
