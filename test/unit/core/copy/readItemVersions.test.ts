import { expect, test } from "vitest";
import { hasNoVersion } from "../../../../src/core/copy/readItemVersions.ts";

test.each([
  [{ latestVersion: null, artifactId: "art_1" }, true],
  [{ latestVersion: null }, true],
  [{ artifactId: null }, true],
  [{ latestVersion: "1.0.0", artifactId: null }, false],
  [{ artifactId: "art_1" }, false],
  [{}, false],
] as const)("of an item with %j, a service says that it has no version: %s", (item, expected) => {
  expect(hasNoVersion(item)).toBe(expected);
});
