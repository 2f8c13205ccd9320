import { relative, resolve, win32 } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeFileBytes } from "../../../src/contract/files.ts";
import { findPathProblems } from "../../../src/text/filePaths.ts";
import { createTemporaryFolder } from "../../support/createTemporaryFolder.ts";
import { propertyRuns } from "../../support/propertyRuns.ts";

const bad = [
  "",
  ".",
  "..",
  "../a",
  "a/../b",
  "a/..",
  "./a",
  "a/./b",
  "/a",
  "//a",
  "a//b",
  "a/",
  "C:/a",
  "c:a",
  "C:",
  "a\\b",
  "..\\a",
  "a\0b",
  "a\nb",
  // Terminals interpret this character as the start of a control sequence.
  "a\u009bb",
  "con",
  "CON.txt",
  "a/aux",
  "nul.tar.gz",
  "COM1",
  "com¹",
  "lpt9.md",
  "a.",
  "a ",
  "a/b./c",
  "a:b",
  "a?b",
  "a*",
  "a<b",
  "a|b",
  'a"b',
  "\ud800",
  "x".repeat(256),
  "a/".repeat(300),
  "conin$",
];

test("paths that leave the folder or are invalid on another system are rejected", () => {
  for (const path of bad) expect([path, findPathProblems([path]).length]).toEqual([path, 1]);
});

test("ordinary paths are accepted", () => {
  const good = [
    "a",
    "src/server.mjs",
    ".env.example",
    "Dockerfile",
    "a b/c-d_e.txt",
    "ü/日本.md",
    "..a",
    "a..b",
    "console",
    "com10",
  ];
  expect(findPathProblems(good)).toEqual([]);
});

test("colliding paths are found: case, accents, compatibility letters, a file as a folder, folders that differ in case", () => {
  for (const twins of [
    ["a", "a"],
    ["a", "A"],
    ["é", "e\u0301"],
    ["ß", "SS"],
    ["ſ", "s"],
    ["ﬁle", "file"],
    ["a", "a/b"],
    ["A/b", "a"],
    ["Src/a", "src/b"],
  ]) {
    expect([twins, findPathProblems(twins).length]).toEqual([twins, 1]);
    expect(findPathProblems(twins.toReversed())).toHaveLength(1);
  }
});

test("every accepted path stays inside its folder", () => {
  const part = fc.oneof(
    fc.constantFrom("..", ".", "", "a", "C:", "\\", "..\\", "\0", "~"),
    fc.string({ unit: "grapheme" }),
  );
  const root = createTemporaryFolder();
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), (parts) => {
      const path = parts.join("/");
      if (findPathProblems([path]).length > 0) return;
      expect(relative(root, resolve(root, path)).split("/")).toEqual(path.split("/"));
      expect(win32.relative("C:\\root", win32.resolve("C:\\root", path))).toBe(path.replaceAll("/", "\\"));
    }),
    { numRuns: propertyRuns(2000) },
  );
});

test("invalid base64 is rejected", () => {
  const bytes = (content: string) => decodeFileBytes({ path: "a", encoding: "base64", content });
  expect(bytes("aGk=")).toEqual(Buffer.from("hi"));
  for (const content of ["aGk", "aG k=", "a===", "-_-_"])
    expect([content, bytes(content)]).toEqual([content, undefined]);
});
