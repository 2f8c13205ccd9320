import { expect, test } from "vitest";
import { openRememberedTexts } from "../../../../src/extension/base/rememberedTexts.ts";
import { createMapMemory } from "../../../support/editor/mapMemory.ts";

test("the newest 500 texts are saved once each", async () => {
  const accepted = openRememberedTexts(createMapMemory(), "workspace", "acceptedUntested");
  for (let index = 0; index < 500; index += 1) await accepted.add(`sha256:${index}`);
  await accepted.add("sha256:0");
  expect(accepted.has("sha256:1")).toBe(true);
  await accepted.add("sha256:new");
  expect(["sha256:0", "sha256:1", "sha256:new"].map(accepted.has)).toEqual([true, false, true]);
});

test("invalid stored data is ignored", async () => {
  const memory = createMapMemory();
  await memory.write("workspace", "acceptedUntested", { not: "a list" });
  const accepted = openRememberedTexts(memory, "workspace", "acceptedUntested");
  expect(accepted.has("sha256:1")).toBe(false);
  await accepted.add("sha256:1");
  expect(accepted.has("sha256:1")).toBe(true);
});
