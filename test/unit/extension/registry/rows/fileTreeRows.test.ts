import { describe, expect, test } from "vitest";
import { listFolderEntries } from "../../../../../src/extension/registry/rows/fileTreeRows.ts";

const tree = (paths: readonly string[], below?: string) => {
  const { folders, files } = listFolderEntries(
    paths.map((path) => ({ path })),
    below,
  );
  return [...folders.map(({ name, files: inside }) => `${name}/ ${inside.length}`), ...files.map(({ path }) => path)];
};

describe("a file tree", () => {
  test("has folders, then files, sorted by name", () => {
    expect(tree(["b.md", "z/b.md", "a/x.md", "a.md", "z/a.md"])).toEqual(["a/ 1", "z/ 2", "a.md", "b.md"]);
  });

  test("continues below a folder", () => {
    expect(tree(["a/x.md", "a/b/y.md", "ab/z.md"], "a/")).toEqual(["b/ 1", "a/x.md"]);
  });

  test("joins a folder with its only subfolder in one row", () => {
    expect(tree(["evals/files/one/a.txt", "evals/files/one/b.txt", "x/y/z.md", "x/a.md"])).toEqual([
      "evals/files/one/ 2",
      "x/ 2",
    ]);
    expect(tree(["x/y/z.md", "x/a.md"], "x/")).toEqual(["y/ 1", "x/a.md"]);
  });

  test("distinguishes folders by their complete names", () => {
    expect(tree(["a/b/c", "a/bc/d"])).toEqual(["a/ 2"]);
  });
});
