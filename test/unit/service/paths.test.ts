import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve, win32 } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeFileBytes } from "../../../src/contract/files.ts";
import { findPathProblems } from "../../../src/text/filePaths.ts";

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
  // A terminal takes it for the beginning of a command.
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

test("no path leads outside or means something else on another system", () => {
  for (const path of bad) expect([path, findPathProblems([path]).length]).toEqual([path, 1]);
});

test("ordinary paths are fine", () => {
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

test("twins are found: case, accents, compatibility letters, files that are folders, folders that differ in case", () => {
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

test("whatever passes stays inside the folder it is written to", () => {
  const part = fc.oneof(
    fc.constantFrom("..", ".", "", "a", "C:", "\\", "..\\", "\0", "~"),
    fc.string({ unit: "grapheme" }),
  );
  const root = mkdtempSync(join(tmpdir(), "fairlead-paths-"));
  try {
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), (parts) => {
        const path = parts.join("/");
        if (findPathProblems([path]).length > 0) return;
        expect(relative(root, resolve(root, path)).split("/")).toEqual(path.split("/"));
        expect(win32.relative("C:\\root", win32.resolve("C:\\root", path))).toBe(path.replaceAll("/", "\\"));
      }),
      { numRuns: 2000 },
    );
  } finally {
    rmSync(root, { recursive: true });
  }
});

test("base64 is taken strictly", () => {
  const bytes = (content: string) => decodeFileBytes({ path: "a", encoding: "base64", content });
  expect(bytes("aGk=")).toEqual(Buffer.from("hi"));
  for (const content of ["aGk", "aG k=", "a===", "-_-_"])
    expect([content, bytes(content)]).toEqual([content, undefined]);
});
