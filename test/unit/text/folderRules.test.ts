import { posix, win32 } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { folderPathUri } from "../../../src/extension/base/folderPath.ts";
import { findPathProblems } from "../../../src/text/filePaths.ts";
import { findReservedNameProblem, isIgnoredName, toFolderName } from "../../../src/text/files/folderRules.ts";

test.each([
  ...[".git", ".Git", "GIT~1", ".g\u200cit", ".hg", ".svn", ".jj", ".sl", ".bzr", ".pijul", "_darcs"],
  ...["node_modules", ".venv", "__pycache__", ".env", ".env.local", ".npmrc", ".yarnrc", ".yarnrc.yml", ".envrc"],
  ...[".vscode", ".idea", ".vs", ".zed", ".helix", ".DS_Store", "Desktop.ini", "a.LNK", "a.url", "a.scf"],
  ...["a.library-ms", "a.searchConnector-ms", ".fairlead-stage-x", ".vſcode", "GIT~1"],
  ...["a.website", "a.theme", "pyvenv.cfg"],
])("%s is ignored", (name) => expect(isIgnoredName(name)).toBe(true));

test.each([
  "server.mjs",
  ".env.example",
  "environment.ts",
  ".gitignore",
  "url",
  "npmrc",
  "package.json",
  ".fairlead-data",
  "a~1b",
  "VSCODE~1",
])("%s is not ignored", (name) => expect(isIgnoredName(name)).toBe(false));

test("any name of a service becomes one valid folder name", () => {
  const part = fc.constantFrom("..", ".", "/", "\\", "%2F", "a", "C:", "con", "\0", "é", " ");
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(part, { maxLength: 5 }).map((all) => all.join("")),
        fc.string(),
      ),
      (called) => {
        const name = toFolderName(called);
        expect(findPathProblems([name])).toEqual([]);
        expect(name).not.toContain("/");
        expect(posix.dirname(posix.resolve("/root", name))).toBe("/root");
        expect(win32.dirname(win32.resolve("C:\\root", name))).toBe("C:\\root");
        expect(decodeURIComponent(new URL(folderPathUri({ root: "file:///root", path: name })).pathname)).toBe(
          `/root/${name}`,
        );
      },
    ),
  );
  expect(toFolderName("pet-store")).toBe("pet-store");
  expect([toFolderName("../../etc"), toFolderName("con"), toFolderName("..")]).toEqual(["etc", "server-con", "server"]);
});

test("files from elsewhere have no name that leads into another file on Windows", () => {
  for (const path of ["VSCODE~1/settings.json", "a/npmrc~12.cfg", ".git/config"])
    expect([path, findReservedNameProblem(path)]).toEqual([path, expect.stringContaining("is reserved")]);
  for (const path of ["long-name~1", "a~1b", "src/index.ts"])
    expect([path, findReservedNameProblem(path)]).toEqual([path, undefined]);
});
