import { posix, win32 } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isIgnored, isSafePath } from "../../../src/core/folderRules.ts";

test("what belongs to version control, packages or secrets is never taken", () => {
  expect([".git", "node_modules", ".env", ".env.local", ".DS_Store"].filter((name) => !isIgnored(name))).toEqual([]);
  expect(["server.mjs", ".env.example", "environment.ts", ".gitignore"].filter(isIgnored)).toEqual([]);
});

test("a path that would leave its folder on any system is not safe", () => {
  const part = fc.constantFrom("..", ".", "", "a", "C:", "b\\c", "..\\d", "e\0", "server.mjs");
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), (parts) => {
      const path = parts.join("/");
      if (!isSafePath(path)) return;
      expect(posix.resolve("/root", path).startsWith("/root/")).toBe(true);
      expect(win32.resolve("C:\\root", path).startsWith("C:\\root\\")).toBe(true);
    }),
  );
  expect(isSafePath("src/tools/pets.mjs")).toBe(true);
});
