import { expect, test } from "vitest";
import { toToolFolderName } from "../../../../../src/extension/skill/model/toolHashes.ts";

test.each([
  ["web-design", "web-design"],
  ["Web Design (v2)", "web-design-v2"],
  ["../../etc", "etc"],
  ["***", "unnamed-skill"],
])("the tool writes the skill %s to the folder %s", (name, folder) => {
  expect(toToolFolderName(name)).toBe(folder);
});
