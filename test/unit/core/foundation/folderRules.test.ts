import { posix, win32 } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { pathProblems } from "../../../../src/contract/filePaths.ts";
import { uriOf } from "../../../../src/core/foundation/folderPath.ts";
import { folderName, isIgnored } from "../../../../src/core/foundation/folderRules.ts";

test("what belongs to version control, packages or secrets is never taken", () => {
  expect([".git", "node_modules", ".env", ".env.local", ".DS_Store"].filter((name) => !isIgnored(name))).toEqual([]);
  expect(["server.mjs", ".env.example", "environment.ts", ".gitignore"].filter(isIgnored)).toEqual([]);
});

test("what a service calls something names one folder, whatever it is called", () => {
  const part = fc.constantFrom("..", ".", "/", "\\", "%2F", "a", "C:", "con", "\0", "é", " ");
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(part, { maxLength: 5 }).map((all) => all.join("")),
        fc.string(),
      ),
      (called) => {
        const name = folderName(called);
        expect(pathProblems([name])).toEqual([]);
        expect(name).not.toContain("/");
        expect(posix.dirname(posix.resolve("/root", name))).toBe("/root");
        expect(win32.dirname(win32.resolve("C:\\root", name))).toBe("C:\\root");
        expect(decodeURIComponent(new URL(uriOf({ root: "file:///root", path: name })).pathname)).toBe(`/root/${name}`);
      },
    ),
  );
  expect(folderName("pet-store")).toBe("pet-store");
  expect([folderName("../../etc"), folderName("con"), folderName("..")]).toEqual(["etc", "server-con", "server"]);
});
