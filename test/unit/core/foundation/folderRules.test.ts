import { posix, win32 } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { folderPathUri } from "../../../../src/core/foundation/folderPath.ts";
import { isIgnoredName, toFolderName } from "../../../../src/core/foundation/folderRules.ts";
import { findPathProblems } from "../../../../src/text/filePaths.ts";

test("files of version control, packages and secrets are ignored", () => {
  expect(
    [".git", ".Git", "GIT~1", "node_modules", ".env", ".env.local", ".DS_Store"].filter((name) => !isIgnoredName(name)),
  ).toEqual([]);
  expect(["server.mjs", ".env.example", "environment.ts", ".gitignore"].filter(isIgnoredName)).toEqual([]);
});

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
