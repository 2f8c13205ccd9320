import { posix, win32 } from "node:path";
import fc from "fast-check";
import { listFolderEntries } from "../../../../src/extension/registry/rows/fileTreeRows.ts";
import { findPathProblems } from "../../../../src/text/filePaths.ts";
import { toFolderName } from "../../../../src/text/files/folderRules.ts";
import { assertHolds, createLaw } from "./law.ts";
import { textsLike } from "./texts.ts";

const parts = fc.oneof(
  fc.constantFrom(
    "..",
    ".",
    "",
    "a",
    "A",
    "é",
    "e\u0301",
    "ß",
    "SS",
    "con",
    "NUL.txt",
    "a.",
    "a ",
    "C:",
    "\\",
    "~",
    "%2e%2e",
    "a:b",
    "COM¹",
    "ﬁ",
    "fi",
  ),
  fc.string({ unit: "binary", maxLength: 6 }),
);
const paths = fc.oneof(
  fc.array(parts, { maxLength: 5 }).map((list) => list.join("/")),
  textsLike("../../etc/passwd", "src/a.mjs", "C:\\Windows", "\\\\host\\share"),
);
const lists = fc.array(paths, { maxLength: 6 });

function stays(path: string): boolean {
  const [unix, windows] = [posix.resolve("/root/in", path), win32.resolve("C:\\root\\in", path)];
  return unix.startsWith("/root/in/") && windows.startsWith("C:\\root\\in\\");
}

/** Normalizes a path as a file system that ignores case and accent composition does. */
const folded = (path: string) => path.normalize("NFC").toLowerCase();

export const containmentLaws = [
  createLaw("an accepted path stays in its folder on every system", paths, (path) => {
    if (findPathProblems([path]).length > 0) return;
    assertHolds(stays(path) && !/[\p{Cc}<>:"|?*\\]/u.test(path) && Buffer.byteLength(path) <= 500, () => path);
  }),
  createLaw("any name from a service becomes the name of one folder", paths, (called) => {
    const name = toFolderName(called);
    assertHolds(!name.includes("/") && stays(name) && findPathProblems([name]).length === 0, () => name);
  }),
  createLaw("no two accepted paths collide on any system", lists, (list) => {
    if (findPathProblems(list).length > 0) return;
    assertHolds(new Set(list.map(folded)).size === list.length, () => list.join(" | "));
    const files = new Set(list.map(folded));
    const above = list.flatMap((path) =>
      path
        .split("/")
        .slice(0, -1)
        .map((_, at, all) => folded(all.slice(0, at + 1).join("/"))),
    );
    assertHolds(
      above.every((folder) => !files.has(folder)),
      () => `${list.join(" | ")}: a file is a folder.`,
    );
  }),
  createLaw("a path problem remains when the list grows", fc.tuple(lists, lists), ([list, more]) => {
    const count = (some: readonly string[]) => findPathProblems(some).length;
    assertHolds(count([...list, ...more]) >= count(list), () => list.join(" | "));
  }),
  createLaw("a file tree contains each file once", lists, (list) => {
    const files = list.filter((path) => findPathProblems([path]).length === 0).map((path) => ({ path }));
    const count = (below: string): number => {
      const tree = listFolderEntries(files, below);
      return tree.files.length + tree.folders.reduce((sum, folder) => sum + count(`${folder.path}/`), 0);
    };
    assertHolds(count("") === files.length, () => files.map(({ path }) => path).join(" | "));
  }),
];
