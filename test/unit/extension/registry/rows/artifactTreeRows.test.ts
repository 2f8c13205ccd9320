import { expect, test } from "vitest";
import { artifactTreeRow } from "../../../../../src/extension/registry/rows/artifactTreeRows.ts";

test("a screen reader does not read the whole description of each entry", () => {
  const artifact = { id: "art_1", name: "pets", latestVersion: "1.2.0", description: "Finds **pets**." };
  const { description, spokenDescription } = artifactTreeRow.describe({ kind: "artifact", artifact }, Date.now());
  expect([description, spokenDescription]).toEqual(["1.2.0 · Finds pets.", "1.2.0"]);
});
