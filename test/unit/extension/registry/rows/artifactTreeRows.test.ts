import { expect, test } from "vitest";
import { artifactTreeRow, versionTreeRow } from "../../../../../src/extension/registry/rows/artifactTreeRows.ts";

test("a screen reader does not read the whole description of each entry", () => {
  const artifact = { id: "art_1", name: "pets", latestVersion: "1.2.0", description: "Finds **pets**." };
  const { description, spokenDescription } = artifactTreeRow.describe({ kind: "artifact", artifact }, Date.now());
  expect([description, spokenDescription]).toEqual(["1.2.0 · Finds pets.", "1.2.0"]);
});

test.each([
  ["server", "own_1", ["server.deploy", "serverTestRuns.start"]],
  ["skill", "own_1", ["skill.install", "skillTestRuns.start"]],
  ["skill", undefined, []],
  [undefined, "own_1", []],
] as const)("a version of a %s of %s offers, besides its content, %j", (kind, ownerId, names) => {
  const artifact = { id: "art_1", kind, name: "pets", ...(ownerId && { ownerId }) };
  const node = { kind: "version", artifact, version: { version: "1.0.0" }, live: false } as const;
  expect(versionTreeRow.operations?.(node)).toEqual([
    { name: "registry.artifact", given: { id: "art_1", version: "1.0.0" } },
    ...names.map((name) => ({ name, given: { id: ownerId, version: "1.0.0" } })),
  ]);
});
